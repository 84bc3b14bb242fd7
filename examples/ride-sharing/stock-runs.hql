-- Trades of one day (columns: time, symbol, price in 1/10,000 dollar, size, exchange, condition). A table: one type.
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

-- Runs of ever larger prices among the trades of 1,000 shares or more.
QUERY rising
RETURN COUNT(*), COUNT(T), MIN(T.price_e4), MAX(T.price_e4)
PATTERN Trade+ T
WHERE T.size >= 1000 AND T.price_e4 < NEXT(T).price_e4
GROUP BY symbol
WITHIN 1 MINUTE;
