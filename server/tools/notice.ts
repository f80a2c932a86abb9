import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { exitWithError } from '../config.ts'
import { readSharedSettings, writeSharedSettings } from '../operator/settings.ts'
import type { SharedSettings } from '../operator/settings.ts'
import { SERVER_VARIABLES } from '../variables.ts'
import { UsageError, withBackend } from './Command.ts'
import type { Command } from './Command.ts'
import { isNoticeText } from '../variableSchemas.ts'

const USAGE = `Usage: node server/tools/main.ts notice "words above the forms"
       node server/tools/main.ts notice --maintenance "words that checks are refused with"
       node server/tools/main.ts notice --judge search_ban,posts (or none)
       node server/tools/main.ts notice --clear (all three are as in the environment again)
Without arguments it prints what is set. All processes of the store follow within 20 seconds, pages within a minute.`

type Change = (before: SharedSettings) => SharedSettings

export const notice: Command = {
  usage: USAGE,
  plan(args) {
    const change = changeFor(args)
    return (config) =>
      withBackend(config, async ({ store }) => {
        const before =
          (await readSharedSettings(store).catch(exitWithError('The store does not answer'))) ?? {}
        const settings = change ? change(before) : before
        if (change)
          await writeSharedSettings(store, settings).catch(exitWithError('The settings cannot be stored'))
        console.log(settingsText(settings))
        return 0
      })
  },
}

/** The change that the arguments ask for; null for none. */
function changeFor(args: string[]): Change | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { maintenance: { type: 'string' }, judge: { type: 'string' }, clear: { type: 'boolean' } },
  })
  const [words, ...others] = positionals
  const { maintenance, judge, clear } = values
  const given = [words, maintenance, judge, clear].filter((value) => value !== undefined)
  if (others.length > 0 || given.length > 1) throw new UsageError()
  if (clear) return () => ({})
  if (judge !== undefined) {
    const judged = v.safeParse(SERVER_VARIABLES.judged.schema, judge)
    if (!judged.success) throw new UsageError(`--judge must ${judged.issues[0].message}.`)
    return (before) => ({ ...before, judged: judged.output })
  }
  const text = words ?? maintenance
  if (text === undefined) return null
  if (text === '' || !isNoticeText(text))
    throw new UsageError('The words must be plain text of one line, 1 to 200 characters.')
  return (before) => ({ ...before, ...(words === undefined ? { maintenance: text } : { notice: text }) })
}

function settingsText({ notice: words, maintenance, judged }: SharedSettings): string {
  const lines = [
    words !== undefined && `Notice: ${words}`,
    maintenance !== undefined && `Maintenance, checks are refused: ${maintenance}`,
    judged !== undefined && `Judged: ${judged.join(', ') || 'nothing'}`,
  ].filter((line) => line !== false)
  return lines.length > 0 ? lines.join('\n') : 'Nothing is set: everything is as in the environment.'
}
