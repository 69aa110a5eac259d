-- Removes a session that was settled and whose time is over, and counts it.
-- KEYS log, digests, meta, open, inbox, awaiting, leaving, summary, counts
-- ARGV member, the night's instant (milliseconds), field of the count ('' to do nothing but say what would be done),
--      field of the count of strays, how long counts are kept (milliseconds), the present (see now.lua)
-- Returns false where nothing ran out, else the kinds of keys that had outlived the messages.
local until_ms = redis.call('ZSCORE', KEYS[7], ARGV[1])
if not until_ms or tonumber(until_ms) > tonumber(ARGV[2]) then
    return false
end
local doing = ARGV[3] ~= ''
-- A log without a TTL holds what came after it was settled, whoever wrote that: every write takes the TTL off, and only
-- a settlement puts it on.
if redis.call('PTTL', KEYS[1]) == -1 or redis.call('ZSCORE', KEYS[4], ARGV[1]) then
    if doing then
        redis.call('ZREM', KEYS[7], ARGV[1])
        if not redis.call('ZSCORE', KEYS[4], ARGV[1]) then
            redis.call('ZADD', KEYS[6], 'NX', score(now_ms(ARGV[6])), ARGV[1])
        end
    end
    return false
end
local strays = {}
if redis.call('EXISTS', KEYS[1]) == 0 then
    for kind, key in pairs({ digests = KEYS[2], meta = KEYS[3], summary = KEYS[8] }) do
        if redis.call('EXISTS', key) == 1 then
            strays[#strays + 1] = kind
        end
    end
end
if doing then
    redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[8])
    redis.call('ZREM', KEYS[7], ARGV[1])
    redis.call('HINCRBY', KEYS[9], ARGV[3], 1)
    if #strays > 0 then
        redis.call('HINCRBY', KEYS[9], ARGV[4], #strays)
    end
    redis.call('PEXPIRE', KEYS[9], ARGV[5])
end
return strays
