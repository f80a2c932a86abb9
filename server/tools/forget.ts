import { parseArgs } from 'node:util'
import { parsePostUrl } from '../../contract/names.ts'
import { screenNameFault } from '../../contract/screenName.ts'
import { exitWithError } from '../config.ts'
import { HISTORY_ID_PATTERN } from '../routes/batch.ts'
import type { SavedHistory } from '../store/Store.ts'
import { UsageError, withBackend } from './Command.ts'
import type { Backend, Command } from './Command.ts'

const MEMORY_SENTENCE = 'A running server may show it from memory for ten more minutes.'

export const forget: Command = {
  usage: `Usage: node server/tools/main.ts forget <id of a saved history: 22 characters>
       node server/tools/main.ts forget --author <screen name>, for every saved history with a post of that account`,
  plan(args) {
    const [id = ''] = args
    // An id may begin with "-", as options do.
    const author = args.length === 1 && HISTORY_ID_PATTERN.test(id) ? undefined : authorIn(args)
    return (config) =>
      withBackend(config, async (backend) => {
        const removed = await (
          author === undefined ? backend.store.removeHistory(id).then(Number) : forgetAuthor(backend, author)
        ).catch(exitWithError('The history cannot be removed'))
        if (removed > 0) await backend.compact().catch(exitWithError('The files cannot be compacted'))
        console.log(author === undefined ? sentenceOf(removed) : authorSentenceOf(removed))
        return removed > 0 ? 0 : 1
      })
  },
}

/** @throws {UsageError} or parseArgs' error if the arguments name no author */
function authorIn(args: string[]): string {
  const { author = '' } = parseArgs({ args, options: { author: { type: 'string' } } }).values
  const name = author.replace(/^@/, '').toLowerCase()
  if (screenNameFault(name) !== null) throw new UsageError()
  return name
}

/** Resolves to how many histories were removed. */
async function forgetAuthor({ store, histories }: Backend, author: string): Promise<number> {
  let count = 0
  for await (const { id, history } of histories()) {
    if (hasPostOf(history, author)) count += Number(await store.removeHistory(id))
  }
  return count
}

/** An author is whom X names, or the name in the URL. */
function hasPostOf({ results }: SavedHistory, name: string): boolean {
  return results.some(({ url, evidence }) =>
    [parsePostUrl(url)?.name, evidence?.author].some((author) => author?.toLowerCase() === name),
  )
}

const sentenceOf = (removed: number) =>
  removed > 0 ? `The history is removed. ${MEMORY_SENTENCE}` : 'There is no such history.'

const authorSentenceOf = (removed: number) =>
  removed > 0
    ? `${removed} histories are removed. ${MEMORY_SENTENCE}`
    : 'There is no history with a post of that account.'
