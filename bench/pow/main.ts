import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { RunResult } from '../../src/profiler/model/result.ts'
import { defaultRangeSize } from '../../src/profiler/model/settings.ts'
import type { RunSettings } from '../../src/profiler/model/settings.ts'
import { median } from '../../src/profiler/stats/sample.ts'
import { createRunResult } from '../../src/profiler/summary/summarise.ts'
import type { ContestantField } from './field.ts'
import { openBrowserField } from './browserField.ts'
import { printContestTable } from './printTable.ts'
import { readOptions, allowWhole } from '../options.ts'

const values = readOptions(
  `npm run bench:pow -- [--rounds 7] [--milliseconds 200] [--difficulty 3] [--trials 200] [--out test-results/pow]
Measures every engine, baseline and peer by turns, in Node and in headless Chromium, and writes a result of each.

With one of these first it does something else; each has a --help of its own:
  --url ADDRESS                  runs of /pow at that address, in a browser of this machine
  --pool                         the pool beside bare workers
  --quick, --browsers, --json    the engines against native code and the peers, and the pool`,
  {
    rounds: { type: 'string', default: '7' },
    milliseconds: { type: 'string', default: '200' },
    difficulty: { type: 'string', default: '3' },
    trials: { type: 'string', default: '200' },
    out: { type: 'string', default: 'test-results/pow' },
  },
  {
    rounds: allowWhole(1),
    milliseconds: allowWhole(1),
    difficulty: allowWhole(0, 6),
    trials: allowWhole(1, 10_000),
  },
)
// Only now, so that the usage needs no package of bench/package.json.
const { openNodeField } = await import('./nodeField.ts')
const difficulty = Number(values.difficulty)
const settings: Omit<RunSettings, 'engine'> = {
  difficulty,
  trials: Number(values.trials),
  lanes: 1,
  keyLength: 48,
  pool: 'warm',
  range: defaultRangeSize(difficulty),
  seed: 1,
  against: [],
}

const fields: ContestantField[] = [await openNodeField(), await openBrowserField()]

// Each round measures one slice of every contestant in every runtime, so that a machine that slows down slows all of them.
const rates = new Map<string, number[]>()
for (let round = 0; round < Number(values.rounds); round++) {
  for (const field of fields) {
    for (const name of field.names) {
      const rate = await field.rate(name, Number(values.milliseconds))
      const id = `${field.environment.runtime} ${name}`
      rates.set(id, [...(rates.get(id) ?? []), rate])
    }
  }
}

mkdirSync(values.out, { recursive: true })
const slices = new Map<RunResult, readonly number[]>()
for (const field of fields) {
  for (const name of field.names) {
    const { environment } = field
    const asked = { ...settings, engine: name }
    const trials = await field.trials(name, asked)
    const measured = rates.get(`${environment.runtime} ${name}`) ?? []
    const made = createRunResult({
      settings: asked,
      environment,
      unmet: [],
      profile: {
        conditions: null,
        parts: [
          {
            trials,
            measures: {
              startup: { pool: null, worker: null, compile: null, engine: null },
              scaling: [{ lanes: 1, attemptsPerSecond: median(measured), interval: null }],
              busy: false,
              longTasks: null,
            },
          },
        ],
      },
    })
    const result = v.parse(RunResult, made)
    slices.set(result, measured)
    const file = `${environment.runtime}-${name.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '')}.json`
    writeFileSync(join(values.out, file), `${JSON.stringify(result)}\n`)
  }
  await field.close()
}
printContestTable([...slices.keys()], slices)
console.log(`\nEvery run as JSON, which /pow imports: ${values.out}`)
