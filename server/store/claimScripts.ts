/**
 * Scripts for claims in Redis; each runs alone. A call whose outcome nobody hears of may be carried out late, after what was sent to undo
 * it: so undoing what is not there leaves a mark, which keeps it from being carried out at all.
 */

/** KEYS: the claim, its holder's mark. ARGV: question, milliseconds it is kept, most tries, state of this holder. */
export const CLAIM = `
  if redis.call('EXISTS', KEYS[2]) == 1 then return 'spent' end
  local question, tries, state = unpack(redis.call('HMGET', KEYS[1], 'question', 'tries', 'state'))
  if not question then
    redis.call('HSET', KEYS[1], 'question', ARGV[1], 'tries', 1, 'state', ARGV[4])
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return 'won'
  end
  if question ~= ARGV[1] then return 'spent' end
  if state == 'left' then
    redis.call('HSET', KEYS[1], 'state', 'back')
    return 'back'
  end
  if state ~= 'open' or tonumber(tries) >= tonumber(ARGV[3]) then return 'spent' end
  redis.call('HSET', KEYS[1], 'state', ARGV[4], 'tries', tries + 1)
  return 'won'`

/** KEYS as above. ARGV: state of this holder, next state, tries to add, milliseconds that the mark is kept. */
export const RELEASE = `
  if redis.call('HGET', KEYS[1], 'state') == ARGV[1] then
    redis.call('HSET', KEYS[1], 'state', ARGV[2])
    redis.call('HINCRBY', KEYS[1], 'tries', ARGV[3])
  else
    redis.call('SET', KEYS[2], '1', 'PX', ARGV[4])
  end`
