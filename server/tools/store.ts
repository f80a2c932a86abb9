import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { BatchHistory } from '../../contract/wire.ts'
import { readArgumentOrExit, readServerConfigOrExit, exitWithError } from '../config.ts'
import { HISTORY_ID_PATTERN } from '../routes/batch.ts'
import { openBackend } from '../store/openBackend.ts'

/** The first line of a file; each other line is one saved result. */
const Head = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ format: v.literal('shadowban-store'), version: v.literal(1) }),
)
const FORMAT_LINE = JSON.stringify({ format: 'shadowban-store', version: 1 })
const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: v.pipe(v.string(), v.regex(HISTORY_ID_PATTERN)),
    expires: v.number(),
    history: BatchHistory,
  }),
)

const direction = readArgumentOrExit(
  `Usage: node server/tools/store.ts export > saved.ndjson
       node server/tools/store.ts import < saved.ndjson
Saved results as NDJSON, from the store that DATA_DIR or STORE_URL names, or into it. Results that are there already stay as they are.`,
  (text) => text === 'export' || text === 'import',
)
const config = await readServerConfigOrExit(process.env)
const { store, histories } = await openBackend(config, () => undefined).catch(
  exitWithError('The store cannot be opened'),
)
const count = await (direction === 'export' ? exportAll() : importAll()).catch(
  exitWithError(`The ${direction} failed`),
)
await store.close()
console.error(`${count} saved results: ${direction} done.`)
process.exit(0)

async function exportAll(): Promise<number> {
  let count = 0
  await write(FORMAT_LINE)
  for await (const kept of histories()) {
    await write(JSON.stringify(kept))
    count++
  }
  return count
}

/** Waits until the line is handed over: the process ends right after the last one. */
function write(line: string): Promise<void> {
  return new Promise((resolve, reject) =>
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve())),
  )
}

async function importAll(): Promise<number> {
  let number = 0
  let count = 0
  for await (const line of createInterface({ input: createReadStream('', { fd: 0 }) })) {
    number++
    if (number === 1) {
      if (!v.safeParse(Head, line).success)
        throw new Error(
          'line 1 is not the head of an export of this version; make the export with the tools of this version',
        )
      continue
    }
    const read = v.safeParse(Line, line)
    if (!read.success)
      throw new Error(
        `line ${number} is not a saved result; those before it are stored. Mend or remove the line, and import the file again`,
      )
    const { id, expires, history } = read.output
    const ttlMs = expires - Date.now()
    if (ttlMs <= 0 || (await store.readHistory(id))) continue
    await store.saveHistory(id, history, ttlMs)
    count++
  }
  if (number === 0) throw new Error('nothing was given on standard input; pass the file of an export with <')
  return count
}
