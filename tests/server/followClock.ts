import { onTestFinished, vi } from 'vitest'

/** Lets the monotonic clock show what a clock shows that the test sets. Only `clockSetBack.test.ts` sets the two apart. */
export function followClock(now: () => number): void {
  const spy = vi.spyOn(performance, 'now').mockImplementation(now)
  onTestFinished(() => spy.mockRestore())
}
