import type { Result } from '../model/runResult.ts'

/** Whether two runs are of one device and browser, as far as they tell. The tester's name for it tells two devices of one kind apart. */
export function isSameDevice({ environment: one }: Result, { environment: other }: Result): boolean {
  const names = ['label', 'runtime', 'userAgent', 'platform', 'cpu', 'cores', 'memory'] as const
  return names.every((name) => one[name] === other[name])
}

/** Whether both measured the same on one device: repetitions of each other. */
export function isRepetition(one: Result, other: Result): boolean {
  const names = ['engine', 'lanes', 'pool', 'range', 'trials'] as const
  return (
    isSameDevice(one, other) &&
    searchSameKeys(one, other) &&
    names.every((name) => one.settings[name] === other.settings[name])
  )
}

/** Whether the trials of the same number searched the same key. */
export function searchSameKeys({ settings: one }: Result, { settings: other }: Result): boolean {
  const names = ['seed', 'keyLength', 'difficulty'] as const
  return names.every((name) => one[name] === other[name])
}
