import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createApp } from '../../server/app.ts'
import type { AppOptions } from '../../server/app.ts'
import { LOCAL_ADDRESS, createCallLimits, createMemoryCount } from '../../server/http/limits.ts'
import { createChallengeClock } from '../../server/proof/challenge.ts'
import type { SigningKeys } from '../../server/proof/challenge.ts'
import type { Store } from '../../server/store/Store.ts'
import {
  HISTORIES_BYTES_MAX,
  SQL_SCHEMA,
  callByName,
  createRunSql,
  createSqlCalls,
  createSqlStore,
} from '../../server/store/sql.ts'
import { createSandboxUpstream } from '../../server/upstream/sandbox.ts'

/** The statements of every store on SQLite, over a database in memory. */
export function createMemoryStore(now: () => number = Date.now): Store {
  const db = new DatabaseSync(':memory:')
  db.exec(SQL_SCHEMA.join(';'))
  const calls = createSqlCalls(createRunSql(db))
  return {
    ...createSqlStore(
      () =>
        async (name, ...given) =>
          callByName(calls, name, ...given),
      HISTORIES_BYTES_MAX,
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
  const keys: SigningKeys = [randomBytes(32).toString('base64url')]
  return createApp({
    store: options.store ?? createMemoryStore(now),
    upstream: options.upstream ?? createSandboxUpstream(),
    historyAddressBytes: Infinity,
    challengeClock: createChallengeClock(now),
    limits: createCallLimits(0, createMemoryCount()),
    addressOf: () => LOCAL_ADDRESS,
    keys: () => keys,
    difficulty: 3,
    historyMs: 90 * DAY_MS,
    deadlineMs: 40_000,
    draining: new AbortController().signal,
    ending: new AbortController().signal,
    now,
    onSave: () => undefined,
    onTimings: () => undefined,
    onFault: () => undefined,
    refusalDelayMs: () => 0,
    ...options,
  })
}
