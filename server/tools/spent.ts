import { readArgumentOrExit, readServerConfigOrExit, exitWithError } from '../config.ts'
import { openBackend } from '../store/openBackend.ts'
import { dollarsSpentToday } from '../upstream/x/budget.ts'

readArgumentOrExit(
  'Usage: node server/tools/spent.ts, without arguments: prints what X has cost in this UTC day',
  (text) => text === '',
)
const config = await readServerConfigOrExit(process.env)
const { store } = await openBackend(config, () => undefined).catch(
  exitWithError('The store cannot be opened'),
)
const dollars = await dollarsSpentToday(store, Date.now()).catch(exitWithError('The store does not answer'))
await store.close()
console.log(
  `$${dollars.toFixed(3)} of $${config.budgetUsd} in this UTC day, over all processes that share the store.`,
)
process.exit(0)
