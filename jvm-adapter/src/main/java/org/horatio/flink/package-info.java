// SPDX-License-Identifier: Apache-2.0
/**
 * The Flink side of Horatio: {@link org.horatio.flink.Horatio#attach} puts an operator into a job that sends its events
 * to a native process and emits the rows that the process answers.
 */
package org.horatio.flink;
