import type { Slot } from './slot.ts'
import { createSlot } from './slot.ts'

const LANES_MAX = 8

const slots: Slot[] = []

/** How many lanes this device gets: one core stays with the page, but of two cores both are worth it. */
export function laneCount(cores: number | undefined): number {
  if (cores === 1) return 1
  return Math.min(Math.max((cores ?? 2) - 1, 2), LANES_MAX)
}

/** The pool's slots, with those made that are missing: `count` of them, all by default. Without workers there is one, the page. */
export function pool(count = Infinity): readonly Slot[] {
  const most = typeof Worker === 'undefined' ? 1 : laneCount(navigator.hardwareConcurrency)
  while (slots.length < Math.min(count, most)) slots.push(createSlot())
  return slots
}

/** Whether no lane has been made yet: making one costs more than an easy challenge. */
export function isCold(): boolean {
  return slots.length === 0
}
