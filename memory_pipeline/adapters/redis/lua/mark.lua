-- What close, close_if_idle and abandon share: the mark after a session's last message, and its event.
-- KEYS log, digests, meta, open, inbox, awaiting, leaving, summary
-- ARGV member, kind, mark template, namespace, event identity, event template, the present (see now.lua)

-- The event's id, and whether workers were told (0|1; for `hint` see event.lua); false where the session holds no message.
-- The first write is one that a full server refuses, so that a refusal leaves nothing half done.
local function mark_end(hint)
    local member, kind = ARGV[1], ARGV[2]
    local last = redis.call('HGET', KEYS[3], 'last')
    if not last then
        redis.call('ZREM', KEYS[4], member)
        return false, 0
    end
    if redis.call('HEXISTS', KEYS[3], 'mark:' .. kind) == 0 then
        local mark = cjson.decode(ARGV[3])
        mark['after_message_id'] = last
        redis.call('RPUSH', KEYS[1], cjson.encode(mark))
        redis.call('HSET', KEYS[3], 'mark:' .. kind, 1, 'turns', 0, 'tokens', 0)
        -- Only a new mark stops a running TTL: the event of a repeated close is known to the ledger, so nobody
        -- would ever start the TTL again.
        for _, key in ipairs({ KEYS[1], KEYS[2], KEYS[3], KEYS[8] }) do
            redis.call('PERSIST', key)
        end
        redis.call('ZREM', KEYS[7], member)
        redis.call('ZADD', KEYS[6], score(now_ms(ARGV[7])), member)
    end
    local id, told = emit(KEYS[5], ARGV[4], ARGV[5], ARGV[6], last, hint or {})
    redis.call('ZREM', KEYS[4], member)
    return id, told
end
