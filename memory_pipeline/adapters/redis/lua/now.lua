-- What several scripts share: the present in milliseconds. By this server's clock, one for all backends, unless told.
local function now_ms(told)
    if told ~= '' then
        return tonumber(told)
    end
    local now = redis.call('TIME')
    return now[1] * 1000 + math.floor(now[2] / 1000)
end

-- As a score that loses no digit.
local function score(ms)
    return string.format('%.0f', ms)
end
