import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createApp } from '../../server/app.ts'
import type { AppOptions } from '../../server/app.ts'
import { LOCAL_ADDRESS, noLimits } from '../../server/http/limits.ts'
import { createChallengeClock } from '../../server/proof/challenge.ts'
import type { Keys } from '../../server/proof/challenge.ts'
import type { Store } from '../../server/store/Store.ts'
import { HISTORIES_MAX, SCHEMA, callOf, preparedRun, sqlCalls, sqlStore } from '../../server/store/sql.ts'
import { createSandboxUpstream } from '../../server/upstream/sandbox.ts'

/** The statements of every store on SQLite, over a database in memory. */
export function createMemoryStore(now: () => number = Date.now): Store {
  const db = new DatabaseSync(':memory:')
  db.exec(SCHEMA.join(';'))
  const calls = sqlCalls(preparedRun(db))
  return {
    ...sqlStore(
      () =>
        async (name, ...given) =>
          callOf(calls, name, ...given),
      HISTORIES_MAX,
      now,
    ),
    health: async () => null,
    close: async () => undefined,
  }
}

const DAY_MS = 86_400_000

/** The app with the parts that a test names; the rest is the sandbox without delay, no limits, and a store in memory. */
export function testApp(options: Partial<AppOptions> = {}): ReturnType<typeof createApp> {
  const now = options.now ?? Date.now
  const keys: Keys = [randomBytes(32).toString('base64url')]
  return createApp({
    store: options.store ?? createMemoryStore(now),
    upstream: options.upstream ?? createSandboxUpstream(),
    historyAddressBytes: Infinity,
    challengeClock: createChallengeClock(now),
    limits: noLimits,
    addressOf: () => LOCAL_ADDRESS,
    keys: () => keys,
    difficulty: 3,
    feedbackPercent: null,
    historyMs: 90 * DAY_MS,
    watchDays: 30,
    deadlineMs: 40_000,
    draining: new AbortController().signal,
    ending: new AbortController().signal,
    now,
    onTimings: () => undefined,
    onFault: () => undefined,
    ...options,
  })
}
