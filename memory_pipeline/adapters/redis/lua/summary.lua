-- Puts a summary in the place of the one it goes on from; it lives as long as the session's log.
-- KEYS summary, log
-- ARGV summary as JSON, the message through which it goes, and the one through which the earlier goes ('' for none)
-- Returns 1, or 0 where another summary is there, or no log.
if redis.call('EXISTS', KEYS[2]) == 0 then
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
