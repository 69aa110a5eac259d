-- Marks a session idle that no sweep found, and counts it.
-- KEYS as mark.lua, then counts
-- ARGV as close_if_idle.lua, then the field of the count ('' to do nothing but say what would be done),
--      how long counts are kept (milliseconds)
-- Returns the event's id, '' where only asked; false where the session is not idle, or of no message.
local arrived_ms = redis.call('ZSCORE', KEYS[4], ARGV[1])
if not arrived_ms or tonumber(arrived_ms) >= tonumber(ARGV[8]) then
    return false
end
if redis.call('HEXISTS', KEYS[3], 'last') == 0 then
    return false -- a mere entry: it is a stray
end
if ARGV[9] == '' then
    return ''
end
local id = mark_end()
redis.call('HINCRBY', KEYS[9], ARGV[9], 1)
redis.call('PEXPIRE', KEYS[9], ARGV[10])
return id
