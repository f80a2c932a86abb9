import type { EngineName } from '../../workers/engine/EngineName.ts'
import { equip, KEY_BYTES, tune } from './equip.ts'
import type { Lane } from './lane.ts'
import { pageLane, workerLane } from './lane.ts'
import type { Pace } from './pace.ts'
import { createPace } from './pace.ts'

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
