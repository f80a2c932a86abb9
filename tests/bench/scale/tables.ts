import type { Measured } from './measure.ts'
import { predicted } from './model.ts'
import type { Cost, Plan, walls } from './model.ts'

/** The most that prediction and measurement may differ, as a part of the measurement. */
export const TOLERANCE = 0.2

/** Deviation of the prediction: −0.1 says that it is a tenth below what was measured. */
export const deviation = (cost: Cost, cores: number, processes: number, measured: Measured) =>
  predicted(cost, processes, cores) / measured.perSecond - 1

export function checkTable(cost: Cost, cores: number, runs: ReadonlyMap<number, Measured>): string {
  const rows = [...runs].map(([processes, run]) => {
    const off = deviation(cost, cores, processes, run)
    return [
      processes,
      whole(predicted(cost, processes, cores)),
      whole(run.perSecond),
      `${off > 0 ? '+' : ''}${Math.round(100 * off)} %`,
      run.failed,
      run.othersCores.toFixed(1),
    ]
  })
  return table(
    ['processes', 'predicted checks a second', 'measured', 'deviation', 'failed', 'cores taken by others'],
    rows,
  )
}

export function costTable({
  serverMs,
  redisMs,
  loadMs,
  busyMs,
  redisOps,
  redisBytes,
  answerBytes,
  objectCalls,
  workerCalls,
}: Cost): string {
  return table(
    ['one check', 'costs'],
    [
      ['processor of a server process', `${serverMs.toFixed(2)} ms`],
      ['processor of the load', `${loadMs.toFixed(2)} ms`],
      ['processor of Redis', `${redisMs.toFixed(3)} ms`],
      ['all three, where others want every core', `${busyMs.toFixed(2)} ms`],
      ['operations of Redis, with those inside scripts', redisOps.toFixed(1)],
      ['bytes to and from Redis', whole(redisBytes)],
      ['bytes of answers', whole(answerBytes)],
      ['calls of the Worker; of Durable Objects', `${workerCalls}; ${objectCalls}`],
    ],
  )
}

export function planTable(plans: readonly Plan[]): string {
  return table(
    [
      'checks a second',
      'processes',
      'Redis operations a second',
      'of one Redis thread',
      'Redis Mbit/s',
      'Durable Object calls a second',
      'Cloudflare, $ a month',
      'X, $ a day, nothing kept',
    ],
    plans.map((plan) => [
      whole(plan.rate),
      whole(plan.processes),
      whole(plan.redisOps),
      `${(100 * plan.redisCore).toFixed(plan.redisCore < 0.01 ? 2 : 0)} %`,
      plan.redisMbit.toFixed(2),
      whole(plan.objectCalls),
      whole(plan.cloudflareDollarsAMonth),
      whole(plan.xDollarsADay),
    ]),
  )
}

export function wallTable(all: ReturnType<typeof walls>): string {
  const shown = (rate: number) => (rate < 10 ? rate.toPrecision(2) : whole(rate))
  return table(
    ['wall', 'checks a second'],
    all.map(({ wall, rate }) => [wall, shown(rate)]),
  )
}

const whole = (value: number) => Math.round(value).toLocaleString('en')

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
