-- The ride-sharing stream of the HAMLET paper: 20 event types. Every type of a ride carries the district, the driver
-- and the rider; those of a driver alone have no rider.
STREAM rides (
  TYPE Request   (district STRING, driver INT, rider INT, kind STRING),
  TYPE Quote     (district STRING, driver INT, rider INT, kind STRING, price DECIMAL(2)),
  TYPE Accept    (district STRING, driver INT, rider INT, kind STRING),
  TYPE Decline   (district STRING, driver INT, rider INT, kind STRING),
  TYPE Travel    (district STRING, driver INT, rider INT, speed FLOAT, duration INT),
  TYPE Cancel    (district STRING, driver INT, rider INT),
  TYPE Arrive    (district STRING, driver INT, rider INT),
  TYPE Wait      (district STRING, driver INT, rider INT, duration INT),
  TYPE Pickup    (district STRING, driver INT, rider INT),
  TYPE Detour    (district STRING, driver INT, rider INT, duration INT),
  TYPE Stop      (district STRING, driver INT, rider INT, duration INT),
  TYPE Dropoff   (district STRING, driver INT, rider INT, price DECIMAL(2)),
  TYPE Payment   (district STRING, driver INT, rider INT, price DECIMAL(2)),
  TYPE Tip       (district STRING, driver INT, rider INT, price DECIMAL(2)),
  TYPE Rating    (district STRING, driver INT, rider INT),
  TYPE Complaint (district STRING, driver INT, rider INT),
  TYPE Refund    (district STRING, driver INT, rider INT, price DECIMAL(2)),
  TYPE Online    (district STRING, driver INT),
  TYPE Offline   (district STRING, driver INT),
  TYPE Refuel    (district STRING, driver INT)
);

-- How many trips there are, of the three kinds of the paper's Figure 1; figure-1.hql asks all that the figure asks.

-- q1: the driver drives towards the rider.
QUERY on_the_way
RETURN COUNT(*)
PATTERN SEQ(Request R, Travel+ T)
WHERE [driver, rider]
GROUP BY district
WITHIN 30 MINUTES SLIDE 5 MINUTES;

-- q2: pool riders who were dropped off at their destination.
QUERY pool_dropoffs
RETURN COUNT(*)
PATTERN SEQ(Request R, Travel+ T, Dropoff D)
WHERE [driver, rider] AND R.kind = 'Pool'
GROUP BY district
WITHIN 20 MINUTES SLIDE 5 MINUTES;

-- q3: riders who cancel an accepted request while the driver is stuck in slow traffic.
QUERY slow_cancels
RETURN COUNT(*)
PATTERN SEQ(Accept A, Travel+ T, Cancel C)
WHERE [driver, rider] AND T.speed < 10
GROUP BY district
WITHIN 10 MINUTES SLIDE 5 MINUTES;
