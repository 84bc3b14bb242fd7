// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.math.BigDecimal;

/**
 * One event of the ride-sharing stream, as a Flink POJO; null where the event's type has no such attribute. Horatio takes
 * {@code type} for the event type and the other fields for the attributes of their names.
 */
public class RideEvent {
  /** One of {@link RideType}, by its name. */
  public String type;

  /** Event time in milliseconds. */
  public long ts;

  public String district;
  public Long driver;
  public Long rider;

  /** What was requested: Solo, Pool or Van. */
  public String kind;

  /** Miles per hour. */
  public Double speed;

  /** Seconds. */
  public Long duration;

  /** Two decimals. */
  public BigDecimal price;
}
