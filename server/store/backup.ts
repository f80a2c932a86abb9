import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** The statement reads in one transaction, so a server that saves meanwhile neither delays the copy nor gets into it. It blocks its thread. */
const VACUUM_INTO = `
  const { DatabaseSync } = require('node:sqlite')
  const { from, to } = require('node:worker_threads').workerData
  const db = new DatabaseSync(from)
  db.prepare('VACUUM INTO ?').run(to)
  db.close()`

const PROGRESS_MS = 1000

/**
 * Copies a SQLite file into a new one that only its owner may read. Rejects if there is a file of that name.
 *
 * @param onProgress gets the bytes of the copy so far, and the bytes of the database, each second
 */
export async function backUpSqlite(
  from: string,
  to: string,
  onProgress: (written: number, total: number) => void,
): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600))
  const total = sizeOf(from)
  const timer = setInterval(() => onProgress(statSync(to).size, total), PROGRESS_MS)
  try {
    await new Promise<void>((resolve, reject) => {
      const worker = new Worker(VACUUM_INTO, { eval: true, workerData: { from, to } })
      worker.once('error', reject).once('exit', () => resolve())
    })
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  } finally {
    clearInterval(timer)
  }
}

function sizeOf(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true })
  const [row] = db
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .all()
  db.close()
  return Number(row?.['bytes'])
}
