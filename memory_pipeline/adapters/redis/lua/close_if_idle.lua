-- Marks a session idle unless a message came since ARGV[7] (milliseconds), or it is not open any more.
-- KEYS and ARGV otherwise as close.lua
local arrived_ms = redis.call('ZSCORE', KEYS[4], ARGV[1])
if not arrived_ms or tonumber(arrived_ms) >= tonumber(ARGV[7]) then
    return false
end
return mark_end(KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6])
