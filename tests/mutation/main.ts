// `npm run test:mutation`: small faults are put into the code, one at a time, and each has to make a test fail.
// Rooms of `rooms.ts`, files or patterns of files may be named: `npm run test:mutation -- src/posts 'contract/*.ts'`.
import { Stryker } from '@stryker-mutator/core'
import { globSync, readFileSync } from 'node:fs'
import { matchesGlob, relative } from 'node:path'
import { closingLine } from '../run/closingLine.ts'
import { ROOT } from '../run/step.ts'
import { EXPLAINED } from './explained.ts'
import { strykerOptions } from './options.ts'
import { ROOMS } from './rooms.ts'
import type { Room } from './rooms.ts'

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]
type Survivor = { file: string; line: number; text: string; replacement: string }

/** The share of faults that the tests of a room find, in percent, where not every survivor is explained. */
const LEAST = 90

const words = process.argv.slice(2)
/** Files of the rooms that were judged: a file belongs to the first that names it. */
const judged = new Set<string>()
const used = new Set<object>()
const table: Record<string, object> = {}
let [found, wrong] = [0, 0]

for (const [name, room] of Object.entries(ROOMS)) await judge(name, room)
const stale = words.length > 0 ? [] : EXPLAINED.filter((explanation) => !used.has(explanation))
for (const { file, at } of stale) console.log(`\n${file}: nothing survives any more at “${at}”`)
console.table(table)
closingLine([{ passed: found, failed: wrong + stale.length }])

/** Puts faults into the files of a room that are wanted, and lists those that no test noticed. */
async function judge(name: string, { mutate, tests, isGrave }: Room): Promise<void> {
  const own = filesOf(mutate).filter((file) => !judged.has(file))
  for (const file of own) judged.add(file)
  const isWanted = (file: string) => words.some((word) => word === name || matchesGlob(file, word))
  const files = words.length === 0 ? own : own.filter(isWanted)
  if (files.length === 0) return
  console.log(`\n=== ${name}`)
  process.env['MUTATION_TESTS'] = tests.join('\n')
  // Kept results name files of earlier runs as well.
  const results = (await new Stryker(strykerOptions(name, files)).runMutationTest()).filter(({ fileName }) =>
    files.includes(nameOf(fileName)),
  )
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  /** Without what is made on import: a test that imports late would count as the only one that reaches it. */
  const survivors = results
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .filter((mutant) => mutant.static !== true)
    .map(survivorOf)
  const holes = survivors.filter((survivor) => !explanationOf(survivor))
  for (const survivor of survivors) {
    const explanation = explanationOf(survivor)
    if (explanation) used.add(explanation)
  }
  for (const { file, line, text, replacement } of holes) {
    console.log(`\n${file}:${line} survived\n  ${text}\n  ${replacement.replace(/\s+/g, ' ')}`)
  }
  const faults = killed + survivors.length
  const share = faults === 0 ? 100 : (100 * killed) / faults
  const explained = survivors.length - holes.length
  table[name] = { faults, found: `${share.toFixed(1)} %`, explained, survived: holes.length }
  found += killed
  if (isGrave) wrong += holes.length
  else if (share < LEAST) wrong++
}

function filesOf(mutate: Room['mutate']): string[] {
  return globSync([...mutate], { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
}

/** A file's name below the project. */
function nameOf(path: string): string {
  return relative(ROOT, path).replaceAll('\\', '/')
}

function survivorOf({ fileName, location, replacement }: MutantResult): Survivor {
  const lines = readFileSync(fileName, 'utf8').split('\n')
  const { line } = location.start
  return { file: nameOf(fileName), line, text: lines[line - 1]?.trim() ?? '', replacement }
}

function explanationOf({ file, text, replacement }: Survivor) {
  return EXPLAINED.find(
    ({ file: own, at, to = '' }) => own === file && text.includes(at) && replacement.includes(to),
  )
}
