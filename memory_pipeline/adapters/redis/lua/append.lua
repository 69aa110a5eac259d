-- Adds a message once; emits session.threshold when a new turn begins past the threshold.
-- KEYS log, digests, meta, open, inbox, awaiting, leaving, summary, the tenant's mark, the broker's queue (none to tell nobody)
-- ARGV message id, entry, digest, begins a turn (0|1), tokens, threshold turns, threshold tokens,
--      session info (flat pairs as JSON), member, namespace, event identity, event template,
--      the mark under which the message was screened ('' for any), the digest of amended messages,
--      the present (see now.lua), the message for the queue and what stands there for the event's id
-- Returns {1, event id or false, whether workers were told (0|1)} if added, {0} if known word for word, {-1} if the id holds other words,
--      {-2} if secrets were erased since it was screened.
local log, digests, meta, open, inbox = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local message_id, entry, digest = ARGV[1], ARGV[2], ARGV[3]
local begins_turn, tokens = tonumber(ARGV[4]), tonumber(ARGV[5])

local mark = ARGV[13]
if mark ~= '' and redis.call('GET', KEYS[9]) ~= mark then
    return { -2 }
end

local known = redis.call('HGET', digests, message_id)
if known then
    return { (known == digest or known == ARGV[14]) and 0 or -1 }
end

local state = redis.call('HMGET', meta, 'last', 'turns', 'tokens')
local last, turns_so_far, tokens_so_far = state[1], tonumber(state[2] or 0), tonumber(state[3] or 0)
local past = turns_so_far >= tonumber(ARGV[6]) or tokens_so_far >= tonumber(ARGV[7])
local event, told = false, 0
if last and begins_turn == 1 and past then
    local hint = { queue = KEYS[10], text = ARGV[16], event_id = ARGV[17] }
    event, told = emit(inbox, ARGV[10], ARGV[11], ARGV[12], last, hint)
    turns_so_far, tokens_so_far = 0, 0
end

redis.call('HSET', digests, message_id, digest)
redis.call('RPUSH', log, entry)
if not last then
    redis.call('HSET', meta, unpack(cjson.decode(ARGV[8])))
end
redis.call('HSET', meta, 'last', message_id, 'turns', turns_so_far + begins_turn, 'tokens', tokens_so_far + tokens)
redis.call('HDEL', meta, 'mark:closed', 'mark:idle')
-- Not yet in the transcript, so it must not expire, nor wait for its end.
for _, key in ipairs({ log, digests, meta, KEYS[8] }) do
    redis.call('PERSIST', key)
end
redis.call('ZREM', KEYS[6], ARGV[9])
redis.call('ZREM', KEYS[7], ARGV[9])

-- Idle time runs from arrival by this server's clock: one clock for all backends, whatever time messages claim.
redis.call('ZADD', open, score(now_ms(ARGV[15])), ARGV[9])
return { 1, event, told }
