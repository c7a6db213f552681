-- Replace a field of a hash, if it still is as it was read.
-- KEYS: 1 the hash. ARGV: 1 the field, 2 what it was, 3 what it becomes ('' = nothing)
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then return redis.call('HDEL', KEYS[1], ARGV[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
