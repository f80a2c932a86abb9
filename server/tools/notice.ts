import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { readServerConfigOrExit, exitWithError } from '../config.ts'
import { readSharedSettings, writeSharedSettings } from '../operator/settings.ts'
import type { SharedSettings } from '../operator/settings.ts'
import { openBackend } from '../store/openBackend.ts'
import { SERVER_VARIABLES, isNoticeText } from '../variables.ts'

const USAGE = `Usage: node server/tools/notice.ts "words above the forms"
       node server/tools/notice.ts --maintenance "words that checks are refused with"
       node server/tools/notice.ts --judge search_ban,posts (or none)
       node server/tools/notice.ts --clear (all three are as in the environment again)
Without arguments it prints what is set. All processes of the store follow within 20 seconds, pages within a minute.`

/** The settings after the change that the arguments ask for; null for none. Ends the process where the arguments are wrong. */
function changeFor(args: string[]): ((before: SharedSettings) => SharedSettings) | null {
  const { values, positionals } = read(args)
  const [notice, ...others] = positionals
  const { maintenance, judge, clear, help } = values
  if (help) {
    console.log(USAGE)
    process.exit(0)
  }
  const given = [notice, maintenance, judge, clear].filter((value) => value !== undefined)
  if (others.length > 0 || given.length > 1) endWith(USAGE)
  if (clear) return () => ({})
  if (judge !== undefined) {
    const judged = v.safeParse(SERVER_VARIABLES.judged.schema, judge)
    if (!judged.success) endWith(`--judge must ${judged.issues[0].message}.`)
    return (before) => ({ ...before, judged: judged.output })
  }
  const words = notice ?? maintenance
  if (words === undefined) return null
  if (words === '' || !isNoticeText(words))
    endWith('The words must be plain text of one line, 1 to 200 characters.')
  return (before) => ({ ...before, ...(notice === undefined ? { maintenance: words } : { notice: words }) })
}

function read(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        maintenance: { type: 'string' },
        judge: { type: 'string' },
        clear: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch {
    return endWith(USAGE)
  }
}

function endWith(sentence: string): never {
  console.error(sentence)
  process.exit(64)
}

const change = changeFor(process.argv.slice(2))
const config = await readServerConfigOrExit(process.env)
const { store } = await openBackend(config, () => undefined).catch(
  exitWithError('The store cannot be opened'),
)
const before = await readSharedSettings(store).catch(exitWithError('The store does not answer'))
const settings = change ? change(before) : before
if (change) await writeSharedSettings(store, settings).catch(exitWithError('The settings cannot be stored'))
await store.close()

const lines = [
  settings.notice !== undefined && `Notice: ${settings.notice}`,
  settings.maintenance !== undefined && `Maintenance, checks are refused: ${settings.maintenance}`,
  settings.judged !== undefined && `Judged: ${settings.judged.join(', ') || 'nothing'}`,
].filter((line) => line !== false)
console.log(lines.length > 0 ? lines.join('\n') : 'Nothing is set: everything is as in the environment.')
process.exit(0)
