-- Removes what belongs to a session that is not there any more, counts it, and lists again what was mislaid.
-- KEYS log, digests, meta, open, inbox, awaiting, leaving, summary, counts
-- ARGV member, field of the count ('' to do nothing but say what would be done), how long counts are kept (milliseconds),
--      the present (see now.lua)
-- Returns the kinds of what is removed. Never a message: a log goes only if it holds marks alone, and belongs to nothing.
local log, digests, meta, open, awaiting, leaving, summary = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[6], KEYS[7], KEYS[8]
local member, doing = ARGV[1], ARGV[2] ~= ''
local strays = {}

local function drop(kind, key)
    if redis.call('EXISTS', key) == 1 then
        strays[#strays + 1] = kind
        if doing then
            redis.call('DEL', key)
        end
    end
end

local function unlist(index)
    if redis.call('ZSCORE', index, member) then
        strays[#strays + 1] = 'entry'
        if doing then
            redis.call('ZREM', index, member)
        end
    end
end

local function last_message()
    local entries = redis.call('LRANGE', log, 0, -1)
    for place = #entries, 1, -1 do
        local entry = cjson.decode(entries[place])
        if entry.kind == 'message' then
            return entry.id
        end
    end
    return nil
end

local function list_again(marked)
    local now = score(now_ms(ARGV[4]))
    redis.call('ZADD', marked and awaiting or open, now, member)
end

local there, last = redis.call('EXISTS', log) == 1, redis.call('HGET', meta, 'last')
local is_open, is_leaving = redis.call('ZSCORE', open, member), redis.call('ZSCORE', leaving, member)
if not there then
    -- What leaves is seen to when it is due; what is open has its end told first, from the state that is left.
    if not is_leaving and not (is_open and last) then
        drop('digests', digests)
        drop('meta', meta)
        drop('summary', summary)
        unlist(open)
        unlist(awaiting)
    end
elseif not last then
    if redis.call('PTTL', log) == -1 then
        local id = last_message()
        if not id then
            drop('log', log)
            drop('digests', digests)
            drop('meta', meta)
            drop('summary', summary)
            unlist(open)
            unlist(awaiting)
        elseif doing then
            redis.call('HSET', meta, 'last', id, 'turns', 0, 'tokens', 0)
            redis.call('PERSIST', meta)
            redis.call('ZREM', leaving, member)
            list_again(false)
        end
    end
elseif doing then
    local ttl = redis.call('PTTL', log)
    if ttl == -1 and not is_open and not redis.call('ZSCORE', awaiting, member) then
        redis.call('ZREM', leaving, member)
        list_again(redis.call('HEXISTS', meta, 'mark:closed') == 1 or redis.call('HEXISTS', meta, 'mark:idle') == 1)
    elseif ttl > 0 then
        if not is_leaving and not is_open then
            redis.call('ZADD', leaving, score(now_ms(ARGV[4]) + ttl), member)
        end
        if redis.call('PTTL', summary) == -1 then
            redis.call('PEXPIRE', summary, ttl)
        end
    end
end
if doing and #strays > 0 then
    redis.call('HINCRBY', KEYS[9], ARGV[2], #strays)
    redis.call('PEXPIRE', KEYS[9], ARGV[3])
end
return strays
