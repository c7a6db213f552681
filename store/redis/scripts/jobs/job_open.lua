-- Create a job, unless it exists: then it is returned unchanged.
-- KEYS: 1 job, 2 orders. ARGV: 1 id, 2 now, 3 seconds to keep it, then fields and values
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('HGETALL', KEYS[1]) end
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
return {}
