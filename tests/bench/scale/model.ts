/** What one check costs, from its challenge to its answer: milliseconds of a processor, operations and bytes. */
export type Cost = {
  /** Of a server process, of Redis, and of whoever makes the load. */
  serverMs: number
  redisMs: number
  loadMs: number
  /** Of all three together, where other programs want every core: they take turns then, and find their caches cold. */
  busyMs: number
  redisOps: number
  redisBytes: number
  answerBytes: number
  /** Calls of the Worker and of Durable Objects, and rows that those write, on Cloudflare. */
  workerCalls: number
  objectCalls: number
  rows: number
}
/** What one verdict about an account costs of X. */
export type XCost = {
  dollars: number
  lookups: number
  searches: number
  objectCalls: number
  budgetCalls: number
}

/** Checks a second that so many processes give where servers, Redis and the load share these cores: as many as the narrowest of them lets through. */
export function predicted(
  { serverMs, redisMs, loadMs, busyMs }: Cost,
  processes: number,
  cores: number,
): number {
  const oneThread = (ms: number) => 1000 / ms
  return Math.min(
    processes * oneThread(serverMs),
    oneThread(redisMs),
    oneThread(loadMs),
    cores * oneThread(busyMs),
  )
}

/** Part of a process that is planned to be busy: beyond it waiting times grow fast. */
const BUSY = 0.6
const DAY_S = 86_400
const MONTH_S = 30 * DAY_S
/** List prices in dollars (developers.cloudflare.com, durable-objects and workers platform/pricing), without what plans include and without duration. */
const PER_WORKER_CALL = 0.3e-6
const PER_OBJECT_CALL = 0.15e-6
const PER_ROW = 1e-6

export type Plan = {
  rate: number
  processes: number
  redisOps: number
  redisCore: number
  redisMbit: number
  objectCalls: number
  cloudflareDollarsAMonth: number
  xDollarsADay: number
}

/** What so many checks a second need; `x` is what those cost that are answered by X and by nothing that is kept. */
export function planFor(rate: number, cost: Cost, x: XCost): Plan {
  const { serverMs, redisMs, redisOps, redisBytes, workerCalls, objectCalls, rows } = cost
  const perCheck = workerCalls * PER_WORKER_CALL + objectCalls * PER_OBJECT_CALL + rows * PER_ROW
  return {
    rate,
    processes: Math.ceil((rate * serverMs) / 1000 / BUSY),
    redisOps: rate * redisOps,
    redisCore: (rate * redisMs) / 1000,
    redisMbit: (rate * redisBytes * 8) / 1e6,
    objectCalls: rate * objectCalls,
    cloudflareDollarsAMonth: rate * MONTH_S * perCheck,
    xDollarsADay: rate * DAY_S * x.dollars,
  }
}

/** What X grants an app in a quarter of an hour, and calls a second that one Durable Object answers (both as their documents say). */
const LOOKUPS = 300
const SEARCHES = 450
const QUARTER_S = 900
const OBJECT_CALLS = 1000

/** Checks a second at which each part is full, the first wall first. Walls of X stand for checks that nothing kept answers. */
export function walls(cost: Cost, x: XCost, budgetUsd: number): { wall: string; rate: number }[] {
  return [
    { wall: `the budget of $${budgetUsd} a day`, rate: budgetUsd / x.dollars / DAY_S },
    { wall: "X's limit of lookups", rate: LOOKUPS / QUARTER_S / x.lookups },
    { wall: "X's limit of searches", rate: SEARCHES / QUARTER_S / x.searches },
    { wall: 'the Durable Object of the budget', rate: OBJECT_CALLS / x.budgetCalls },
    { wall: 'one server process', rate: 1000 / cost.serverMs },
    { wall: 'one thread of Redis', rate: 1000 / cost.redisMs },
  ].toSorted((a, b) => a.rate - b.rate)
}
