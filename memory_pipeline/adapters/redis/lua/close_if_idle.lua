-- Marks a session idle unless a message came since ARGV[8] (milliseconds), or it is not open any more.
-- KEYS and ARGV otherwise as mark.lua
local arrived_ms = redis.call('ZSCORE', KEYS[4], ARGV[1])
if not arrived_ms or tonumber(arrived_ms) >= tonumber(ARGV[8]) then
    return false
end
return (mark_end())
