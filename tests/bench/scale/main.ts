// What 1, 100 and 10,000 checks a second need, from what one costs here, and whether the model holds: `node tests/bench/scale/main.ts`.
// On a machine that does nothing else; SECONDS makes it shorter. Its last line says whether the model is right within a fifth.
import { availableParallelism } from 'node:os'
import { costOfX } from './costOfX.ts'
import { busyCost, cloudflareCalls, measure } from './measure.ts'
import type { Measured } from './measure.ts'
import { planFor, walls } from './model.ts'
import type { Cost } from './model.ts'
import { TOLERANCE, checkTable, costTable, deviation, planTable, wallTable } from './tables.ts'

const SECONDS = Number(process.env['SECONDS'] ?? 20)
const PROCESSES = [1, 2, 4]
const RATES = [1, 100, 10_000]
/** What a server may spend in a day unless told otherwise. */
const BUDGET_USD = 5

/** Cores that others may take: what a machine does by itself. */
const QUIET_CORES = 0.15

const cores = availableParallelism()
const runs = new Map<number, Measured>()
for (const processes of PROCESSES) runs.set(processes, await measure(processes, SECONDS))
const [first] = runs.values()
if (!first) throw new Error('Nothing was measured')
const cost: Cost = { ...first, busyMs: await busyCost(SECONDS), ...(await cloudflareCalls()) }
const x = await costOfX()

print(`${cores} cores, ${SECONDS} s a run, sandbox without delay, Redis.\n`)
print(`${costTable(cost)}\n`)
print(
  `A verdict of X about an active account: $${x.dollars.toFixed(3)} as counted, ${x.lookups.toFixed(2)} lookups, ${x.searches.toFixed(2)} searches, ` +
    `${x.objectCalls.toFixed(1)} calls of Durable Objects more, ${x.budgetCalls.toFixed(1)} of them of the budget's.\n`,
)
print(`${checkTable(cost, cores, runs)}\n`)
print(`${planTable(RATES.map((rate) => planFor(rate, cost, x)))}\n`)
print(wallTable(walls(cost, x, BUDGET_USD)))
print(`\n${judged()}`)
process.exit()

/** Whether the model holds. */
function judged(): string {
  const all = [...runs]
  if (all.some(([, { failed }]) => failed > 0)) return 'Checks failed: the figures say nothing.'
  if (all.some(([, { othersCores }]) => othersCores > QUIET_CORES))
    return 'Other programs were busy meanwhile: the figures say nothing. Run it on a quiet machine.'
  const off = all.map(([processes, run]) => Math.abs(deviation(cost, cores, processes, run)))
  return Math.max(...off) <= TOLERANCE
    ? 'The model holds: no prediction is off by more than a fifth.'
    : 'The model does not hold: a prediction is off by more than a fifth.'
}

function print(text: string): void {
  console.log(text)
}
