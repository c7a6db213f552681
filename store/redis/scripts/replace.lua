-- Replace a field of a hash, if it is unchanged since it was read.
-- KEYS: 1 the hash. ARGV: 1 the field, 2 the old value, 3 the new value ('' = delete)
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then return redis.call('HDEL', KEYS[1], ARGV[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
