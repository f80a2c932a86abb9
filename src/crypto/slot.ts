import type { EngineName } from '../../workers/engine/EngineName.ts'
import { equip, KEY_BYTES, tune } from './equip.ts'
import type { Lane } from './lane.ts'
import { workerLane } from './lane.ts'
import type { Pace } from './pace.ts'
import { createPace } from './pace.ts'
import { pageLane } from './pageLane.ts'

/** What a lane has been made ready with. */
type Equipment = { engine: EngineName; keyBytes: number; pace: Pace }

/** A place in the pool. Its lane is replaced once by another worker, then by the page itself. */
export type Slot = {
  lane: Promise<Lane>
  replaced: number
  equipment: Promise<Equipment> | null
  /** Whether its lane has been exchanged for being slow, which is tried only once. */
  renewed: boolean
}

export function createSlot(): Slot {
  return { lane: newLane(0), replaced: 0, equipment: null, renewed: false }
}

async function newLane(replaced: number): Promise<Lane> {
  if (replaced > 1 || typeof Worker === 'undefined') return await pageLane()
  try {
    return workerLane()
  } catch {
    return await pageLane()
  }
}

/** Makes a slot's lane ready for keys of some length, once. Rejects when its lane is dead. */
export async function ready(slot: Slot, keyBytes: number): Promise<Equipment> {
  const before = await slot.equipment?.catch(() => null)
  if (before && before.keyBytes === keyBytes) return before
  const equipping = (async () => {
    const engine = await equip(await slot.lane, keyBytes, before?.engine ?? null)
    return { engine, keyBytes, pace: before?.pace ?? createPace(engine) }
  })()
  slot.equipment = equipping
  return await equipping
}

/**
 * Runs the slots' lanes up to speed before anything is to be searched, as far as that can be done. The first one finds the fastest
 * engine for all, while the others leave the cores to its compiler.
 */
export async function warmSlots(slots: readonly Slot[]): Promise<void> {
  const [first, ...others] = slots.filter((slot) => !slot.equipment)
  if (!first) return
  const preparing = Promise.allSettled(others.map((slot) => ready(slot, KEY_BYTES)))
  const fastest = await tuneSlot(first).catch(() => undefined)
  await preparing
  await Promise.allSettled(others.map((slot) => tuneSlot(slot, fastest)))
}

async function tuneSlot(slot: Slot, fastest?: EngineName): Promise<EngineName> {
  const equipment = await ready(slot, KEY_BYTES)
  const { engine, rate } = await tune(await slot.lane, equipment.engine, fastest)
  equipment.engine = engine
  equipment.pace.measured(rate)
  return engine
}

/** Gives a slot whose lane failed its next one. */
export async function replaceLane(slot: Slot, broken: Promise<Lane>): Promise<void> {
  if (slot.lane !== broken) return
  slot.replaced += 1
  await exchange(slot, broken)
}

/** Gives a slot whose lane is slow another worker, once. */
export async function renewLane(slot: Slot): Promise<void> {
  slot.renewed = true
  await exchange(slot, slot.lane)
}

async function exchange(slot: Slot, old: Promise<Lane>): Promise<void> {
  slot.lane = newLane(slot.replaced)
  slot.equipment = null
  await old.then((lane) => lane.close()).catch(() => undefined)
}
