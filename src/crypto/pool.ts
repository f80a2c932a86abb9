import type { Seat } from './seat.ts'
import { createSeat } from './seat.ts'

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
