// SPDX-License-Identifier: Apache-2.0
/**
 * The Flink side of Horatio: {@link org.horatio.flink.Horatio#attach} puts an operator into a job that sends its events
 * to a native process and emits the rows that the process answers.
 *
 * <p>A record whose {@code equals} and {@code hashCode} are called while a job runs writes them itself: those that the JDK
 * would make are adapted through a cache of its own (java.lang.runtime.ObjectMethods), which then keeps the class loader
 * of the job.
 */
package org.horatio.flink;
