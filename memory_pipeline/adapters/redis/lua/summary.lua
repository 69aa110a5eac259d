-- Puts a summary in the place of the one it goes on from; it lives as long as the session's log.
-- What was masked or erased since it was begun must not come back by it: none is taken while an attempt that began before
-- may still tell it (600 s).
-- KEYS summary, log, meta
-- ARGV summary as JSON, the message through which it goes, and the one through which the earlier goes ('' for none)
-- Returns 1, or 0 where another summary is there, or no log.
if redis.call('EXISTS', KEYS[2]) == 0 then
    return 0
end
local masked = tonumber(redis.call('HGET', KEYS[3], 'masked_s') or 0)
if masked > 0 and tonumber(redis.call('TIME')[1]) - masked < 600 then
    return 0
end
if (redis.call('HGET', KEYS[1], 'through') or '') ~= ARGV[3] then
    return 0
end
redis.call('HSET', KEYS[1], 'through', ARGV[2], 'summary', ARGV[1])
local ttl = redis.call('PTTL', KEYS[2])
if ttl > 0 then
    redis.call('PEXPIRE', KEYS[1], ttl)
else
    redis.call('PERSIST', KEYS[1])
end
return 1
