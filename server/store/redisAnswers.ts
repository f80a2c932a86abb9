import { answersIn } from './agreementSql.ts'
import type { Redis } from './redisStore.ts'
import type { redisRoom } from './redisRoom.ts'
import type { Store } from './Store.ts'

/**
 * KEYS: the ticket, the address's counts by item, the day's counts by cell. ARGV: item, cell, percentage, milliseconds that each key is
 * kept. The day holds the number of an item's addresses under the item's own name.
 */
const COUNT_ANSWER = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 'again' end
  local own = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0')
  local all = tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or '0')
  if own > 0 and (own + 1) * 100 > tonumber(ARGV[3]) * all then return 'full' end
  if own == 0 then redis.call('HINCRBY', KEYS[3], ARGV[1], 1) end
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[4])
  redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
  redis.call('HINCRBY', KEYS[3], ARGV[2], 1)
  redis.call('PEXPIRE', KEYS[3], ARGV[6])
  return 'counted'`

/** About what an answer's two marks take. */
const BYTES = 300

/** What visitors saw, in Redis. It is refused while there is room only for what checks cannot do without. */
export function redisAnswers(
  redis: Redis,
  prefix: string,
  room: ReturnType<typeof redisRoom>,
): Pick<Store, 'countAnswer' | 'readAnswers'> {
  const dayKey = (day: string) => `${prefix}answers:${day}`
  return {
    async countAnswer({ cell, cellMs, ticket, ticketMs, share, shareMs, percent }) {
      const { day, item, verdict, seen, method } = cell
      room.wrote(BYTES)
      if (await room.isTight()) throw new Error('Redis is nearly full: answers of visitors are not counted.')
      const keys = [`${prefix}answered:${ticket}`, `${prefix}answers:${day}:${share}`, dayKey(day)]
      const times = [ticketMs, shareMs, cellMs].map(Math.ceil)
      const given = [item, `${item} ${verdict} ${seen} ${method}`, percent, ...times].map(String)
      const came = await redis.eval(COUNT_ANSWER, { keys, arguments: given })
      return came === 'counted' || came === 'again' ? came : 'full'
    },
    async readAnswers(days) {
      const hashes = await Promise.all(days.map((day) => redis.hGetAll(dayKey(day))))
      return answersIn(
        hashes.flatMap((cells, index) =>
          Object.entries(cells).map(([cell, count]) => {
            const [item, verdict, seen, method] = cell.split(' ')
            return { day: days[index], item, verdict, seen, method, count: Number(count) }
          }),
        ),
      )
    },
  }
}
