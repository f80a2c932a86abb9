import { vi } from 'vitest'

/** Longest wait, in milliseconds: patience for a machine that is starved. Without it Vitest gives up after one second. */
const PATIENCE = 60_000

/** Waits until an expectation holds. */
export const waitFor = <T>(expectation: () => T | Promise<T>) => vi.waitFor(expectation, PATIENCE)
