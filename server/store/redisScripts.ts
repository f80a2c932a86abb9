/*
 * The data that the server stores in Redis. Every key begins with `shadowban:`; Redis removes each at its own time, except the last four.
 *
 *   key                      type    holds                                              lives
 *   claim:<token>            string  that the proof of a challenge was spent            the challenge and 10 minutes
 *   quota:<quota>            string  what was spent and reserved of a quota             as the quota says: hours to days
 *   limit:<kind>:<network>   string  calls of a network                                 a minute
 *   cache:<key>              string  an answer of X, as JSON                            up to 15 minutes
 *   history:<id>             string  a saved batch, as JSON                             HISTORY_DAYS
 *   histories:times          zset    when each saved batch ends, by id                  with its batch
 *   histories:sizes          hash    the bytes of each saved batch, by id               with its batch
 *   histories:bytes          string  the bytes of all saved batches                     with its batches
 *   probe                    string  that Redis takes a write                           a second
 *   settings                 string  the operator's settings, as JSON                   until they are replaced
 *   latest                   string  the highest time seen, in Unix milliseconds        for ever
 *   secrets                  string  the challenge keys (`secrets.ts`)                  for ever
 *
 * Each script below runs alone: Redis runs nothing beside it. While Redis is full, it refuses a script before its first line.
 */

/** KEYS: the claim, the highest time seen. ARGV: now, when the challenge ends, milliseconds to keep the claim. Returns whether it is the first, and the later of now and the highest time. */
export const CLAIM_SCRIPT = `
  local latest = math.max(tonumber(redis.call('GET', KEYS[2]) or '0'), tonumber(ARGV[1]))
  local text = string.format('%d', latest)
  redis.call('SET', KEYS[2], text)
  if latest >= tonumber(ARGV[2]) then return { 0, text } end
  return { redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[3]) and 1 or 0, text }`

/** For both scripts of histories. KEYS: times by id, bytes by id, bytes of all. ARGV begins with the prefix of histories. */
const DROP_HISTORY_FUNCTION = `
  local function drop(id)
    redis.call('ZREM', KEYS[1], id)
    redis.call('DECRBY', KEYS[3], redis.call('HGET', KEYS[2], id) or '0')
    redis.call('HDEL', KEYS[2], id)
    return redis.call('DEL', ARGV[1] .. id)
  end`

/** ARGV: prefix, id, text, bytes, now, milliseconds it is kept, most bytes of all. The oldest make room, at most 16 in one go, which keeps the script short. */
export const SAVE_HISTORY_SCRIPT = `${DROP_HISTORY_FUNCTION}
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[5], 'LIMIT', 0, 100)) do drop(id) end
  redis.call('SET', ARGV[1] .. ARGV[2], ARGV[3], 'PX', ARGV[6])
  redis.call('ZADD', KEYS[1], ARGV[5] + ARGV[6], ARGV[2])
  redis.call('HSET', KEYS[2], ARGV[2], ARGV[4])
  local bytes = redis.call('INCRBY', KEYS[3], ARGV[4])
  for _, id in ipairs(bytes > tonumber(ARGV[7]) and redis.call('ZRANGE', KEYS[1], 0, 16) or {}) do
    if tonumber(redis.call('GET', KEYS[3])) <= tonumber(ARGV[7]) then break end
    if id ~= ARGV[2] then drop(id) end
  end`

/** ARGV: prefix, id. Returns 1 if there was such a history. */
export const REMOVE_HISTORY_SCRIPT = `${DROP_HISTORY_FUNCTION}
  return drop(ARGV[2])`

/**
 * KEYS: quotas. ARGV: the amount; then the limit and the milliseconds of each quota. Returns the number of the first that cannot afford it,
 * or 0, and the sums of all.
 */
export const SPEND_QUOTA_SCRIPT = `
  local amount = tonumber(ARGV[1])
  local refused = 0
  local sums = {}
  for i, key in ipairs(KEYS) do
    sums[i] = tonumber(redis.call('GET', key) or '0')
    if refused == 0 and sums[i] + amount > tonumber(ARGV[2 * i]) then refused = i end
  end
  if refused > 0 or amount == 0 then return { refused, sums } end
  for i, key in ipairs(KEYS) do
    if redis.call('INCRBY', key, ARGV[1]) < 0 then redis.call('SET', key, '0') end
    redis.call('PEXPIRE', key, ARGV[2 * i + 1])
    sums[i] = math.max(0, sums[i] + amount)
  end
  return { 0, sums }`
