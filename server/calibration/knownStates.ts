import * as v from 'valibot'
import { AGREEMENT_VERDICTS } from '../../contract/AgreementTicket.ts'
import { BANS } from '../../contract/bans.ts'
import { ScreenName } from '../../contract/ScreenName.ts'

const KnownState = v.pipe(
  v.strictTuple([ScreenName, v.picklist(BANS), v.picklist(AGREEMENT_VERDICTS)]),
  v.transform(([name, item, truth]) => ({ name, item, truth })),
)
/** What the operator knows of one item of an account, and in which line it stands. */
export type KnownState = v.InferOutput<typeof KnownState> & { line: number }

/** Reads three columns: name, item, `clear` or `affected`. Empty lines and those that begin with `#` say nothing. The faults name lines alone. */
export function knownStates(text: string): { states: KnownState[]; faults: string[] } {
  const states: KnownState[] = []
  const faults: string[] = []
  for (const [index, words] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(words)) continue
    const columns = words
      .trim()
      .replace(/^@/, '')
      .split(/[\s,]+/)
    const read = v.safeParse(KnownState, columns)
    if (read.success) states.push({ ...read.output, line: index + 1 })
    else faults.push(`Line ${index + 1} must hold a name, one of ${BANS.join(', ')}, and clear or affected.`)
  }
  return { states, faults }
}
