-- Store the response of a request under its Idempotency-Key, unless an equal request was first.
-- KEYS: 1 record, 2 stored answer. ARGV: 1 field, 2 record, 3 answer, 4 seconds for the answer, 5 seconds for the record
if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then return redis.call('HGET', KEYS[1], ARGV[1]) end
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[4])
return 1
