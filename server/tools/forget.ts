import { parsePostUrl } from '../../contract/names.ts'
import { screenNameFault } from '../../contract/screenName.ts'
import { readServerConfigOrExit, exitWithError } from '../config.ts'
import { HISTORY_ID_PATTERN } from '../routes/batch.ts'
import type { SavedHistory } from '../store/Store.ts'
import { openBackend } from '../store/openBackend.ts'

const USAGE = `Usage: node server/tools/forget.ts <id of a saved history: 22 characters>
       node server/tools/forget.ts --author <screen name>, for every saved history with a post of that account`

const given = process.argv.slice(2)
if (given[0] === '--help') {
  console.log(USAGE)
  process.exit(0)
}
const [first = '', second = ''] = given
const author = first === '--author' && given.length === 2 ? second.replace(/^@/, '').toLowerCase() : null
const isRight =
  author === null ? given.length === 1 && HISTORY_ID_PATTERN.test(first) : screenNameFault(author) === null
if (!isRight) {
  console.error(USAGE)
  process.exit(64)
}

const config = await readServerConfigOrExit(process.env)
const { store, histories } = await openBackend(config, () => undefined).catch(
  exitWithError('The store cannot be opened'),
)
const removed = await forget().catch(exitWithError('The history cannot be removed'))
await store.close()
console.log(sentence())
process.exit(removed > 0 ? 0 : 1)

/** Removes what the arguments name, and resolves to how many histories that were. */
async function forget(): Promise<number> {
  if (author === null) return Number(await store.removeHistory(first))
  let count = 0
  for await (const { id, history } of histories()) {
    if (hasPostOf(history, author)) count += Number(await store.removeHistory(id))
  }
  return count
}

function hasPostOf({ results }: SavedHistory, name: string): boolean {
  return results.some(({ url }) => parsePostUrl(url)?.name?.toLowerCase() === name)
}

function sentence(): string {
  const memory = 'A running server may show it from memory for ten more minutes.'
  if (author !== null)
    return removed > 0
      ? `${removed} histories are removed. ${memory}`
      : 'There is no history with a post of that account.'
  return removed > 0 ? `The history is removed. ${memory}` : 'There is no such history.'
}
