/** Scripts for histories in Redis; each runs alone. KEYS: times by id, bytes by id, bytes of all. ARGV begins with the prefix of histories. */
const DROP = `
  local function drop(id)
    redis.call('ZREM', KEYS[1], id)
    redis.call('DECRBY', KEYS[3], redis.call('HGET', KEYS[2], id) or '0')
    redis.call('HDEL', KEYS[2], id)
    return redis.call('DEL', ARGV[1] .. id)
  end`

/** ARGV: prefix, id, text, bytes, now, milliseconds it is kept, most bytes of all. The oldest make room; at most 16 in one go, so that a Redis that others fill does not cost all. */
export const SAVE_HISTORY = `${DROP}
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[5], 'LIMIT', 0, 100)) do drop(id) end
  redis.call('SET', ARGV[1] .. ARGV[2], ARGV[3], 'PX', ARGV[6])
  redis.call('ZADD', KEYS[1], ARGV[5] + ARGV[6], ARGV[2])
  redis.call('HSET', KEYS[2], ARGV[2], ARGV[4])
  local bytes = redis.call('INCRBY', KEYS[3], ARGV[4])
  for _, id in ipairs(bytes > tonumber(ARGV[7]) and redis.call('ZRANGE', KEYS[1], 0, 16) or {}) do
    if tonumber(redis.call('GET', KEYS[3])) <= tonumber(ARGV[7]) then break end
    if id ~= ARGV[2] then drop(id) end
  end`

/** ARGV: prefix, id. Returns 1 where there was such a history. */
export const REMOVE_HISTORY = `${DROP}
  return drop(ARGV[2])`

/** Runs alone. KEYS: reservation, its mark, quotas. ARGV: millionths of a dollar, milliseconds the reservation is kept; then limit, milliseconds and known sum of each quota. Returns the number of the first that cannot afford it, or 0. */
export const RESERVE = `
  if redis.call('EXISTS', KEYS[2]) == 1 then return 1 end
  local sums = {}
  for i = 3, #KEYS do
    local given = 3 * (i - 2)
    local spent = math.max(tonumber(redis.call('HGET', KEYS[i], 'spent') or '0'), tonumber(ARGV[given + 2]))
    local held = tonumber(redis.call('HGET', KEYS[i], 'held') or '0') + tonumber(ARGV[1])
    if spent + held > tonumber(ARGV[given]) then return i - 2 end
    sums[i] = { string.format('%d', spent), string.format('%d', held) }
  end
  for i = 3, #KEYS do
    redis.call('HSET', KEYS[i], 'spent', sums[i][1], 'held', sums[i][2])
    redis.call('PEXPIRE', KEYS[i], ARGV[3 * (i - 2) + 1])
  end
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[2])
  return 0`

/** KEYS: the reservation, its mark, the quotas. ARGV: millionths of a dollar that were spent, that were reserved, milliseconds that the mark is kept. Returns what is spent of each quota. */
export const SETTLE = `
  if redis.call('DEL', KEYS[1]) == 0 then
    redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
    return {}
  end
  local all = {}
  for i = 3, #KEYS do
    all[i - 2] = 0
    if redis.call('EXISTS', KEYS[i]) == 1 then
      all[i - 2] = redis.call('HINCRBY', KEYS[i], 'spent', ARGV[1])
      local held = redis.call('HINCRBY', KEYS[i], 'held', '-' .. ARGV[2])
      if held < 0 then redis.call('HSET', KEYS[i], 'held', '0') end
      if held <= 0 and all[i - 2] == 0 then redis.call('DEL', KEYS[i]) end
    end
  end
  return all`
