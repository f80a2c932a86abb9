import type { EngineName } from '../../workers/engine/Engine.ts'
import { verify } from '../../workers/verify.ts'
import { config } from '../config.ts'
import { KEY_BYTES, equip, tune } from './engines.ts'
import { pageLane, workerLane } from './lane.ts'
import type { Lane } from './lane.ts'

/**
 * How long a range should take, in milliseconds: the first one of a search, and the longest. Long ranges delay nothing, since lanes can
 * stop in the middle of one; short ones would leave a lane idle while its answer waits for the page.
 */
const FIRST = 8
const LONGEST = 16

/** Attempts in a range while a lane's speed is unknown: a few milliseconds with WebAssembly, tens on a slow phone, 80 without a compiler. */
const UNMEASURED = { unrolled: 65_536, rolled: 65_536, scalar: 32_768, javascript: 8_192 }
const LEAST = 256
const MOST = 500_000

/** The weight of one range in a lane's average rate, and the milliseconds below which a range is too short to count. */
const WEIGHT = 0.3
const ELAPSED_MIN = 2

/** Sizes a lane's ranges from its measured rate, in attempts per millisecond. */
export function createPace(engine: EngineName) {
  let average: number | null = null
  let target = FIRST
  return {
    rate: () => average,
    /** A new search begins with short ranges again. */
    restart(): void {
      target = FIRST
    },
    /** Attempts in the next range. */
    next(): number {
      if (average === null) return UNMEASURED[engine]
      return Math.round(Math.min(Math.max(average * target, LEAST), MOST))
    },
    /** The lane has been measured. */
    measured(rate: number): void {
      average = rate
    },
    /** A range has been searched to its end in so many milliseconds. */
    answered(attempts: number, elapsed: number): void {
      target = Math.min(target * 2, LONGEST)
      const seen = attempts / Math.max(elapsed, 0.05)
      if (average === null) average = seen
      else if (elapsed > ELAPSED_MIN) average += (seen - average) * WEIGHT
    },
  }
}

export type Pace = ReturnType<typeof createPace>

/** What a lane has been made ready with. */
type Equipment = { engine: EngineName; keyBytes: number; pace: Pace }

/** A place in the pool, which always has a lane. A lane that fails is replaced by another worker once, then by the page itself. */
export type Seat = {
  lane: Promise<Lane>
  replaced: number
  equipment: Promise<Equipment> | null
  /** Whether its lane has been replaced for being slow, which is tried only once. */
  renewed: boolean
}

export function createSeat(): Seat {
  return { lane: newLane(0), replaced: 0, equipment: null, renewed: false }
}

async function newLane(replaced: number): Promise<Lane> {
  if (replaced > 1) return await pageLane()
  try {
    return workerLane()
  } catch {
    return await pageLane()
  }
}

/** Makes a seat's lane ready for keys of some length, once. Rejects when its lane is dead. */
export async function ready(seat: Seat, keyBytes: number): Promise<Equipment> {
  const before = await seat.equipment?.catch(() => undefined)
  if (before && before.keyBytes === keyBytes) return before
  const equipping = (async () => {
    const engine = await equip(await seat.lane, keyBytes, before?.engine ?? null)
    return { engine, keyBytes, pace: before?.pace ?? createPace(engine) }
  })()
  seat.equipment = equipping
  return await equipping
}

/**
 * Warms the seats' lanes up before a search. The first lane finds the fastest engine for all; the others wait, so that its compiler has
 * the cores. Failures are left to the search.
 */
export async function warmSeats(seats: readonly Seat[]): Promise<void> {
  const [first, ...others] = seats.filter((seat) => !seat.equipment)
  // Stryker disable next-line ConditionalExpression: nothing is warmed up without a seat either way
  if (!first) return
  const preparing = Promise.allSettled(others.map((seat) => ready(seat, KEY_BYTES)))
  const fastest = await tuneSeat(first).catch(() => undefined)
  await preparing
  await Promise.allSettled(others.map((seat) => tuneSeat(seat, fastest)))
}

async function tuneSeat(seat: Seat, fastest?: EngineName): Promise<EngineName> {
  const equipment = await ready(seat, KEY_BYTES)
  const { engine, rate } = await tune(await seat.lane, equipment.engine, fastest)
  equipment.engine = engine
  equipment.pace.measured(rate)
  return engine
}

/** Gives a seat whose lane failed its next one. */
export async function replaceLane(seat: Seat, broken: Promise<Lane>): Promise<void> {
  if (seat.lane !== broken) return
  seat.replaced += 1
  await exchange(seat, broken)
}

/** Gives a seat whose lane is slow another worker, once. */
export async function renewLane(seat: Seat): Promise<void> {
  seat.renewed = true
  await exchange(seat, seat.lane)
}

async function exchange(seat: Seat, old: Promise<Lane>): Promise<void> {
  seat.lane = newLane(seat.replaced)
  seat.equipment = null
  await old.then((lane) => lane.close()).catch(() => undefined)
}

/** Lanes at most: more than eight gain little for a search of milliseconds, and each costs memory. */
const LANES_MAX = 8

/** The page's only pool: at most LANES_MAX seats, kept for as long as the page lives. */
const seats: Seat[] = []

/** How many lanes this device gets: one core stays with the page, but of two cores both are worth it. */
export function laneCount(cores: number | undefined): number {
  if (cores === 1) return 1
  return Math.min(Math.max((cores ?? 2) - 1, 2), LANES_MAX)
}

/** The pool's seats. Makes those missing of the first `count`, of all by default. Without workers there is one, the page's. */
export function pool(count = Infinity): readonly Seat[] {
  const most = typeof Worker === 'undefined' ? 1 : laneCount(navigator.hardwareConcurrency)
  while (seats.length < Math.min(count, most)) seats.push(createSeat())
  return seats
}

/** Whether no lane has been made yet: making one costs more than an easy challenge. */
export function isCold(): boolean {
  return seats.length === 0
}

/** Tries at most: on the first worker, on the one that replaces it, and on the page. */
const TRIES = 3

/** `text` encrypted in a worker with the configured key; `""` without a key. Rejects when all tries failed, so that a later check tries again. */
export async function encryptInWorker(text: string): Promise<string> {
  const request = { text, fragments: config.encryptionKey }
  const [seat] = pool(1)
  // Stryker disable next-line ConditionalExpression: says to the compiler what holds anyway
  if (!seat) return ''
  let reason: unknown
  for (let tries = 0; tries < TRIES; tries++) {
    const { lane } = seat
    try {
      return await (await lane).encrypt(request)
    } catch (error) {
      reason = error
      await replaceLane(seat, lane)
    }
  }
  throw reason
}

/** Ranges in a row in which a lane must be slow: about a third of a second. */
const SLOW_RANGES = 20

/**
 * Watches one lane. The function it returns is called after every range with the lane's rate and its peers' rates, in attempts per
 * millisecond (null while unknown), and is true once the lane has stayed below half its peers' median rate for a while.
 */
export function slownessDetector() {
  let slowRanges = 0
  return (rate: number | null, peers: readonly (number | null)[]): boolean => {
    const rates = peers.filter((peer) => peer !== null).sort((one, other) => one - other)
    const median = rates[rates.length >> 1]
    // Stryker disable next-line ConditionalExpression: says to the compiler what holds anyway
    slowRanges = rate !== null && median !== undefined && rate < median / 2 ? slowRanges + 1 : 0
    return slowRanges >= SLOW_RANGES
  }
}

/** Starts the lanes and warms them up, on the form's first focus. Resolves when that is done or has failed. */
export async function warmUp(): Promise<void> {
  await Promise.allSettled([warmSeats(pool()), loadVerifier()])
}

type Verify = (key: string, counter: number, difficulty: number) => Promise<boolean>

/** The independent implementation, once it has been asked for; reset when it cannot be loaded, so that the next search tries again. */
let verifier: Promise<Verify> | undefined

/** The independent implementation of the proof, fetched and compiled before there is anything to verify. */
export function loadVerifier(): Promise<Verify> {
  verifier ??= fetchVerifier().catch((error: unknown) => {
    verifier = undefined
    throw error
  })
  return verifier
}

async function fetchVerifier(): Promise<Verify> {
  await verify('', 0, 0)
  return verify
}
