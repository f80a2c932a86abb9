import type { DatabaseSync } from 'node:sqlite'

export type Write = <T>(work: () => T) => Promise<T>
type Waiting = { run: () => () => void; fail: (error: unknown) => void }

/**
 * Writes that come in one turn of the event loop share one transaction, which is most of a write's cost. Each is answered after the
 * commit; when one fails, all are undone and run again by themselves, so that none suffers from another.
 */
export function groupCommit(db: DatabaseSync): Write {
  let waiting: Waiting[] = []

  function flush(): void {
    const group = waiting
    waiting = []
    try {
      db.exec('BEGIN IMMEDIATE')
      const answers = group.map(({ run }) => run())
      db.exec('COMMIT')
      for (const answer of answers) answer()
    } catch {
      if (db.isTransaction) db.exec('ROLLBACK')
      for (const one of group) alone(one)
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const run = () => {
        const value = work()
        return () => resolve(value)
      }
      waiting.push({ run, fail: reject })
      if (waiting.length === 1) setImmediate(flush)
    })
}

function alone({ run, fail }: Waiting): void {
  try {
    run()()
  } catch (error) {
    fail(error)
  }
}
