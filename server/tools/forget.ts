import { argumentOrExit, configOfServerOrExit, exitWithError } from '../config.ts'
import { HISTORY_ID } from '../routes/batch.ts'
import { openBackend } from '../store/openBackend.ts'

const id = argumentOrExit(
  'Usage: node server/tools/forget.ts <id of a saved history: 22 characters>',
  (text) => HISTORY_ID.test(text),
)
const config = await configOfServerOrExit(process.env)
const { store } = await openBackend(config, () => undefined).catch(
  exitWithError('The store cannot be opened'),
)
const isRemoved = await store.removeHistory(id).catch(exitWithError('The history cannot be removed'))
await store.close()
console.log(
  isRemoved
    ? 'The history is removed. A running server may show it from memory for ten more minutes.'
    : 'There is no such history.',
)
process.exitCode = isRemoved ? 0 : 1
