-- Trades of one day (columns: time, symbol, price in 1/10,000 dollar, size, exchange, condition). A table: one type.
-- Runs of ever larger prices need a condition between neighbours (T.price_e4 < NEXT(T).price_e4), which the language does
-- not have yet; conditions on one trade pick rare trades instead, so that the counts of their runs stay below 2^64.
STREAM trades (
  TYPE Trade (symbol STRING, price_e4 INT, size INT, exchange STRING)
);

QUERY large_trades
RETURN COUNT(*)
PATTERN Trade+ T
WHERE T.size >= 10000
GROUP BY symbol
WITHIN 10 MINUTES SLIDE 2 MINUTES;

QUERY round_then_large
RETURN COUNT(*)
PATTERN SEQ(Trade S, Trade+ L)
WHERE S.size = 100 AND L.size >= 5000
GROUP BY symbol
WITHIN 30 SECONDS SLIDE 10 SECONDS;

QUERY one_exchange
RETURN COUNT(*)
PATTERN SEQ(Trade+ A, Trade B)
WHERE A.size >= 10000 AND B.price_e4 < 2000000 AND [exchange]
GROUP BY symbol
WITHIN 1 MINUTE;
