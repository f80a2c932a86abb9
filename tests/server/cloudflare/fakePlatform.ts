import { DatabaseSync } from 'node:sqlite'
import type { NamedObjects } from '../../../server/cloudflare/durableStore.ts'

/** In place of the module `cloudflare:workers`. */
export const cloudflareWorkers = {
  DurableObject: class {
    protected readonly ctx: unknown
    protected readonly env: unknown
    constructor(ctx: unknown, env: unknown) {
      this.ctx = ctx
      this.env = env
    }
  },
}

/** What an object of the platform holds: a database, values by key, and one alarm. */
export function fakeState() {
  const db = new DatabaseSync(':memory:')
  let alarm: number | null = null
  const sets: number[] = []
  const statements: string[] = []
  const counts = { alarmsRead: 0 }
  const values = new Map<string, unknown>()
  const storage = {
    get: async (key: string) => structuredClone(values.get(key)),
    put: async (key: string, value: unknown) => void values.set(key, structuredClone(value)),
    list: async () => structuredClone(values),
    delete: async (keys: string[]) => keys.filter((key) => values.delete(key)).length,
    sql: {
      exec(sql: string, ...values: (string | number)[]) {
        statements.push(sql)
        const rows = db.prepare(sql).all(...values)
        return { toArray: () => rows }
      },
    },
    transactionSync<T>(work: () => T): T {
      db.exec('BEGIN')
      try {
        const value = work()
        db.exec('COMMIT')
        return value
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
    async getAlarm() {
      counts.alarmsRead++
      return alarm
    },
    setAlarm: async (time: number) => {
      alarm = time
      sets.push(time)
    },
  }
  return {
    ctx: { storage } as never,
    /** When the platform has been asked to call, in turn. */
    sets,
    /** What the database was told, in turn. */
    statements,
    counts,
    /** As the platform does when the time has come: the alarm is gone before it is called. */
    ring: () => (alarm = null),
    values,
    rows: (sql: string) => db.prepare(sql).all(),
  }
}

/**
 * The objects of one class, each made on its first call. As on the platform, what crosses is copied, and of an error only its
 * sentence arrives. While `isDown` holds of a name, calls of that object fail.
 */
export function fakeObjects<T extends object>(
  make: (ctx: never) => T,
  isDown: (name: string) => boolean = () => false,
) {
  /** The names of the objects that were called, in turn. */
  const called: string[] = []
  const made = new Map<string, { object: T; state: ReturnType<typeof fakeState> }>()
  function named(name: string) {
    const one = made.get(name)
    if (one) return one
    const state = fakeState()
    const fresh = { object: make(state.ctx), state }
    made.set(name, fresh)
    return fresh
  }
  const objects: NamedObjects<T> = {
    getByName: (name) =>
      new Proxy({} as T, {
        get:
          (_target, method) =>
          async (...given: unknown[]) => {
            called.push(name)
            if (isDown(name)) throw new Error('internal error; reference = 0')
            const { object } = named(name)
            const asked = object[method as keyof T] as (...given: unknown[]) => Promise<unknown>
            const answer = await asked.apply(object, structuredClone(given)).catch((error: Error) => {
              throw new Error(error.message)
            })
            return structuredClone(answer)
          },
      }),
  }
  return { objects, made, named, called }
}
