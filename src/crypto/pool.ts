import type { Lane } from './lane.ts'
import { workerLane } from './lane.ts'
import { pageLane } from './pageLane.ts'

const LANES_MAX = 8

/** A place in the pool. Its lane is replaced once by another worker, then by the page itself. */
export type Slot = { lane: Promise<Lane>; replaced: number }

const slots: Slot[] = []

/** How many lanes this device gets: one core stays with the page, but two are always worth it. */
export function laneCount(cores: number | undefined): number {
  return Math.min(Math.max((cores ?? 2) - 1, 2), LANES_MAX)
}

/** The pool's slots, made on the first call. */
export function pool(): Slot[] {
  if (slots.length === 0) {
    const count = typeof Worker === 'undefined' ? 1 : laneCount(navigator.hardwareConcurrency)
    for (let index = 0; index < count; index++) slots.push({ lane: newLane(0), replaced: 0 })
  }
  return slots
}

/** Gives a slot whose lane failed its next one. */
export async function replaceLane(slot: Slot, broken: Promise<Lane>): Promise<void> {
  if (slot.lane !== broken) return
  slot.replaced += 1
  slot.lane = newLane(slot.replaced)
  await broken.then((lane) => lane.close()).catch(() => undefined)
}

async function newLane(replaced: number): Promise<Lane> {
  if (replaced > 1 || typeof Worker === 'undefined') return await pageLane()
  try {
    return workerLane()
  } catch {
    return await pageLane()
  }
}
