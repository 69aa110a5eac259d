-- Puts a summary in the place of the one it goes on from; it lives as long as the session's log.
-- KEYS summary, log
-- ARGV summary as JSON, the message through which the earlier one goes ('' for none)
-- Returns 1, or 0 where another summary is there, or no log.
if redis.call('EXISTS', KEYS[2]) == 0 then
    return 0
end
local there = redis.call('GET', KEYS[1])
local through = there and cjson.decode(there)['through_message_id'] or ''
if through ~= ARGV[2] then
    return 0
end
local ttl = redis.call('PTTL', KEYS[2])
if ttl > 0 then
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ttl)
else
    redis.call('SET', KEYS[1], ARGV[1])
end
return 1
