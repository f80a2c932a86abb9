import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { BatchHistory } from '../../contract/wire.ts'
import { exitWithError } from '../config.ts'
import type { Config } from '../config.ts'
import { HISTORY_ID_PATTERN } from '../routes/batch.ts'
import { backUpSqlite } from '../store/backup.ts'
import { UsageError, withBackend } from './Command.ts'
import type { Backend, Command } from './Command.ts'

/** The first line of a file: its format and the operator's settings, as the store holds them. Each other line is one saved result. */
const Head = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    format: v.literal('shadowban-store'),
    version: v.literal(1),
    settings: v.nullable(v.string()),
  }),
)
const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: v.pipe(v.string(), v.regex(HISTORY_ID_PATTERN)),
    expires: v.number(),
    history: BatchHistory,
  }),
)

const WORK = { export: exportTo, import: importFrom } as const

export const store: Command = {
  usage: `Usage: node server/tools/main.ts store export <file>
       node server/tools/main.ts store import <file>
       node server/tools/main.ts store backup <file>
export and import move saved results and the operator's settings, as NDJSON, out of the store that DATA_DIR or STORE_URL names, or into it. What is there
already stays as it is. backup copies the database in DATA_DIR while the server runs. New files can be read by their owner alone.`,
  plan(args) {
    const [kind = '', path, ...others] = parseArgs({ args, allowPositionals: true }).positionals
    if (path === undefined || others.length > 0) throw new UsageError()
    if (kind === 'backup') return (config) => backup(config, path)
    if (kind !== 'export' && kind !== 'import') throw new UsageError()
    return (config) =>
      withBackend(config, (backend) => WORK[kind](backend, path).catch(exitWithError(`The ${kind} failed`)))
  },
}

async function exportTo({ store, histories }: Backend, path: string): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  const write = (line: object) => file.write(`${JSON.stringify(line)}\n`)
  let count = 0
  await write({ format: 'shadowban-store', version: 1, settings: await store.readSettings() })
  for await (const kept of histories()) {
    await write(kept)
    count++
  }
  await file.close()
  console.log(`${count} saved results are exported.`)
  return 0
}

/** A store with less room drops its oldest results: then the exit status is 1. */
async function importFrom({ store, histories }: Backend, path: string): Promise<number> {
  const before = await idsIn(histories)
  const imported = new Set<string>()
  let [number, expired] = [0, 0]
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (++number === 1) {
      await importSettings(store, line)
      continue
    }
    const read = v.safeParse(Line, line)
    if (!read.success)
      throw new Error(
        `line ${number} is not a saved result; those before it are stored. Mend or remove the line, and import the file again`,
      )
    const { id, expires, history } = read.output
    const ttlMs = expires - Date.now()
    if (ttlMs <= 0) expired++
    else if (!before.has(id)) {
      await store.saveHistory(id, history, ttlMs)
      imported.add(id)
    }
  }
  if (number === 0) throw new Error('the file is empty')
  const after = await idsIn(histories)
  const dropped = [...before, ...imported].filter((id) => !after.has(id)).length
  const known = number - 1 - imported.size - expired
  console.log(
    `${imported.size} saved results are imported; ${known} were there already, ${expired} had expired.`,
  )
  if (dropped === 0) return 0
  console.error(
    `The store has no room for all: ${dropped} of the oldest results are dropped. Raise HISTORY_MAX_MB (in Redis also maxmemory), and import the file again.`,
  )
  return 1
}

async function importSettings(store: Backend['store'], line: string): Promise<void> {
  const head = v.safeParse(Head, line)
  if (!head.success)
    throw new Error(
      'line 1 is not the head of an export of this version; make the export with the tools of this version',
    )
  const { settings } = head.output
  if (settings !== null && (await store.readSettings()) === null) await store.writeSettings(settings)
}

async function idsIn(histories: Backend['histories']): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const { id } of histories()) ids.add(id)
  return ids
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2)

async function backup({ storeUrl, dataDir }: Config, path: string): Promise<number> {
  if (storeUrl !== '') {
    console.error('The data are in Redis: back up its append-only file or its snapshot.')
    return 1
  }
  await backUpSqlite(join(dataDir, 'checker.db'), path, (written, total) =>
    console.error(`${megabytes(written)} of about ${megabytes(total)} MB`),
  ).catch(exitWithError('The backup failed'))
  console.log('The database is backed up.')
  return 0
}
