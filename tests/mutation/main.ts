// `npm run test:mutation`: small faults are put into the code, one at a time, and each has to make a test fail.
// Patterns of files may be named: `npm run test:mutation -- 'contract/*.ts'`.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { closingLine } from '../run/closingLine.ts'
import { ROOT } from '../run/step.ts'
import { EXPLAINED } from './explained.ts'
import { strykerOptions } from './options.ts'

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]
type Survivor = { file: string; line: number; text: string; replacement: string }

const patterns = process.argv.slice(2)
const results = await new Stryker(strykerOptions(patterns)).runMutationTest()
/** Without what is made on import: a test that imports late would count as the only one that reaches it. */
const mutants = results.filter((mutant) => mutant.static !== true)

const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
const survivors = mutants
  .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  .map(survivorOf)
const used = new Set(survivors.map(explanationOf))
const holes = survivors.filter((survivor) => !explanationOf(survivor))
const stale = patterns.length > 0 ? [] : EXPLAINED.filter((explanation) => !used.has(explanation))

for (const { file, line, text, replacement } of holes) {
  console.log(`\n${file}:${line} survived\n  ${text}\n  ${replacement.replace(/\s+/g, ' ')}`)
}
for (const { file, at } of stale) console.log(`\n${file}: nothing survives any more at “${at}”`)
const share = (100 * killed) / (killed + survivors.length)
console.log(`\n${share.toFixed(1)} % found; ${survivors.length - holes.length} survivors are explained.`)
closingLine([{ passed: killed, failed: holes.length + stale.length }])

function survivorOf({ fileName, location, replacement }: MutantResult): Survivor {
  const lines = readFileSync(fileName, 'utf8').split('\n')
  const { line } = location.start
  const file = relative(ROOT, fileName).replaceAll('\\', '/')
  return { file, line, text: lines[line - 1]?.trim() ?? '', replacement }
}

function explanationOf({ file, text, replacement }: Survivor) {
  return EXPLAINED.find(
    ({ file: own, at, to = '' }) => own === file && text.includes(at) && replacement.includes(to),
  )
}
