-- Enter a bot into a ladder, or reactivate it.
-- KEYS: 1 entries, 2 the next seed. ARGV: 1 the bot, 2 the entry, 3 a seed for the first game, 4 most entries,
-- 5 the client that registered the bot, 6 most entries of one client (0 = no limit)
-- Returns 1 if the bot was there before, 0 if not, -1 if the ladder is full, -2 if the client has its share.
local known = redis.call('HEXISTS', KEYS[1], ARGV[1])
if known == 0 then
  if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return -1 end
  local most, held = tonumber(ARGV[6]), 0
  for _, entry in ipairs(most > 0 and redis.call('HVALS', KEYS[1]) or {}) do
    if cmsgpack.unpack(entry)['client'] == ARGV[5] then held = held + 1 end
  end
  if most > 0 and held >= most then return -2 end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if redis.call('EXISTS', KEYS[2]) == 0 then redis.call('HSET', KEYS[2], 'number', 1, 'seed', ARGV[3]) end
return known
