/** Scripts for spending in Redis; each runs alone, so that no two processes can spend the same remainder. */

/**
 * KEYS: the reservation, its mark, the run of Redis that the store was last used in, the purse in which it lost its memory, the purses.
 * ARGV: millionths of a dollar, milliseconds that a reservation is kept, this run or '' where a restart loses nothing, what this process
 * knows to be spent of the first purse; then limit, milliseconds and loss of each purse.
 * Returns the number of the purse that cannot afford it, or 0 and the first purse's total.
 */
export const RESERVE = `
  if redis.call('EXISTS', KEYS[2]) == 1 then return {1, 0} end
  local first = 5
  if ARGV[3] ~= '' and redis.call('GET', KEYS[3]) ~= ARGV[3] then
    redis.call('SET', KEYS[3], ARGV[3])
    redis.call('SET', KEYS[4], KEYS[first], 'PX', 172800000)
  end
  local lost = redis.call('GET', KEYS[4])
  local totals = {}
  for i = first, #KEYS do
    local given = 5 + 3 * (i - first)
    local spent = tonumber(redis.call('GET', KEYS[i]) or '0')
    if lost == KEYS[i] then
      local least = math.max(tonumber(ARGV[given + 2]), tonumber(ARGV[4]))
      if spent < least then
        spent = least
        redis.call('SET', KEYS[i], string.format('%d', spent), 'PX', ARGV[given + 1])
      end
    end
    totals[i] = spent + tonumber(ARGV[1])
    if totals[i] > tonumber(ARGV[given]) then return {i - first + 1, 0} end
  end
  for i = first, #KEYS do
    redis.call('SET', KEYS[i], string.format('%d', totals[i]), 'PX', ARGV[5 + 3 * (i - first) + 1])
  end
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[2])
  return {0, totals[first]}`

/** KEYS: the reservation, its mark, the purses. ARGV: millionths of a dollar to add, milliseconds that the mark is kept. Returns the first purse's total. */
export const SETTLE = `
  if redis.call('DEL', KEYS[1]) == 0 then
    redis.call('SET', KEYS[2], '1', 'PX', ARGV[2])
    return nil
  end
  for i = 3, #KEYS do
    local spent = redis.call('GET', KEYS[i])
    if spent then
      local total = math.max(0, tonumber(spent) + tonumber(ARGV[1]))
      if total == 0 then redis.call('DEL', KEYS[i])
      else redis.call('SET', KEYS[i], string.format('%d', total), 'KEEPTTL') end
    end
  end
  return tonumber(redis.call('GET', KEYS[3]) or '0')`
