import { readFile } from 'node:fs/promises'
import { argumentOrExit, configOfServerOrExit, exitWithError } from '../config.ts'
import { openUpstream } from '../openUpstream.ts'
import { openBackend } from '../store/openBackend.ts'
import { askAll, calibrationTable, knownStates } from './calibration.ts'

const path = argumentOrExit(
  'Usage: node server/tools/calibrate.ts <file>, in whose lines stand a name, an item such as search_ban, and clear or affected',
  (text) => text !== '',
)
const { states, faults } = knownStates(
  await readFile(path, 'utf8').catch(exitWithError('The file of known states cannot be read')),
)
if (faults.length > 0 || states.length === 0) {
  for (const fault of faults.length > 0 ? faults : ['The file holds no known state.']) console.error(fault)
  process.exit(78)
}
const config = await configOfServerOrExit(process.env)
const { store } = await openBackend(config, () => undefined).catch(
  exitWithError('The store cannot be opened'),
)

let micros = 0
let calls = 0
const upstream = openUpstream(config, store, () => undefined, {
  call: () => calls++,
  spent: (_endpoint, spent) => (micros += spent),
})
// A share of its own, as an address has one: visitors' shares stay whole, and the day's budget is one for all.
const compared = await askAll(upstream, states, 'calibration')
await store.close()

console.log(calibrationTable(compared))
const accounts = new Set(states.map(({ name }) => name.toLowerCase())).size
console.log(
  config.upstream === 'sandbox'
    ? `${accounts} invented accounts of the sandbox: this says nothing of X.`
    : `${accounts} accounts, ${calls} calls of X, at most $${(micros / 1e6).toFixed(3)} of the day's $${config.budgetUsd}.`,
)
process.exit(0)
