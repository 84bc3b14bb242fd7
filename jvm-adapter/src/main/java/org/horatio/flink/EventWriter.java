// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** What an {@link EventEncoder} fills. Attributes that no query reads may be set; they are not sent. */
public interface EventWriter {
  /** The event type, first of all; a type that the schema does not name is ignored and counted. */
  EventWriter type(String eventType);

  /** An INT, TIMESTAMP (milliseconds) or DECIMAL attribute; also taken for FLOAT. */
  EventWriter set(String attribute, long value);

  /** A FLOAT attribute. */
  EventWriter set(String attribute, double value);

  /** A BOOL attribute. */
  EventWriter set(String attribute, boolean value);

  /** STRING from String or enum, DECIMAL from BigDecimal or digits, TIMESTAMP from Instant, boxed numbers, or null. */
  EventWriter set(String attribute, Object value);

  /** Sends the record to the side output of rejected records. */
  void reject(String reason);
}
