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

-- The queries of the paper's Figure 1: number, total duration and average speed of the trips per district. A trip is every
-- combination of a ride's Travel events, so the numbers are exact and long.

-- q1: the driver drove towards the rider and did not pick them up within the window.
QUERY no_pickup
RETURN COUNT(*), SUM(T.duration), AVG(T.speed)
PATTERN SEQ(Request R, Travel+ T, NOT Pickup P)
WHERE [driver, rider]
GROUP BY district
WITHIN 30 MINUTES SLIDE 5 MINUTES;

-- q2: pool riders who were dropped off at their destination, and what they paid.
QUERY pool_dropoffs
RETURN COUNT(*), SUM(T.duration), AVG(T.speed), AVG(D.price) AS mean_price
PATTERN SEQ(Request R, Travel+ T, Dropoff D)
WHERE [driver, rider] AND R.kind = 'Pool'
GROUP BY district
WITHIN 20 MINUTES SLIDE 5 MINUTES;

-- q3: riders who cancel an accepted request while the driver is stuck in ever slower traffic.
QUERY slow_cancels
RETURN COUNT(*), SUM(T.duration), AVG(T.speed), MIN(T.speed) AS slowest
PATTERN SEQ(Accept A, Travel+ T, Cancel C)
WHERE [driver, rider] AND T.speed < 10 AND T.speed >= NEXT(T).speed
GROUP BY district
WITHIN 10 MINUTES SLIDE 5 MINUTES;
