-- Notify a pull bot that a game begins or ends; notices are numbered, and the newest are kept.
-- KEYS: 1 bot, 2 notices. ARGV: 1 notice, 2 how many are kept, 3 for how many seconds, 4 the channel that wakes the bot
if redis.call('HEXISTS', KEYS[1], 'bot') == 0 then return 0 end
local number = redis.call('HINCRBY', KEYS[1], 'notices', 1)
redis.call('ZADD', KEYS[2], number, number .. ':' .. ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1 - ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('SPUBLISH', ARGV[4], 'notice')
return number
