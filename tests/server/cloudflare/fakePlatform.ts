import { DatabaseSync } from 'node:sqlite'

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

/** What an object of the platform holds: a database, and one alarm. */
export function fakeState() {
  const db = new DatabaseSync(':memory:')
  let alarm: number | null = null
  const sets: number[] = []
  const storage = {
    sql: {
      exec(sql: string, ...values: (string | number)[]) {
        const rows = db.prepare(sql).all(...values)
        return { toArray: () => rows }
      },
    },
    transactionSync: <T>(work: () => T) => work(),
    getAlarm: async () => alarm,
    setAlarm: async (time: number) => {
      alarm = time
      sets.push(time)
    },
  }
  return {
    ctx: { storage } as never,
    /** When the platform has been asked to call, in turn. */
    sets,
    /** As the platform does when the time has come: the alarm is gone before it is called. */
    ring: () => (alarm = null),
  }
}
