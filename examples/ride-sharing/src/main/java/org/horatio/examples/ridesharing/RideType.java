// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

/** The 20 event types of the stream. */
public enum RideType {
  Request,
  Quote,
  Accept,
  Decline,
  Travel,
  Cancel,
  Arrive,
  Wait,
  Pickup,
  Detour,
  Stop,
  Dropoff,
  Payment,
  Tip,
  Rating,
  Complaint,
  Refund,
  Online,
  Offline,
  Refuel
}
