import { configOfServerOrExit, exitWithError } from '../config.ts'
import { openBackend } from '../store/openBackend.ts'

const [, , id = ''] = process.argv
if (!/^[\w-]{22}$/.test(id)) {
  console.error('Usage: node server/tools/forget.ts <id of a saved history: 22 characters>')
  process.exit(78)
}
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
