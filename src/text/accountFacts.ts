import type { AccountFacts } from '../../contract/evidence.ts'
import { logText } from './log.ts'
import { resultText, withheldSentence } from './result.ts'

/** How one place says a fact; null if the place leaves it out, or has nothing to say. */
type Say<Value> = ((value: Value) => string | null) | null
/** How each place that shows a stored check says one fact. `column`: in the CSV file of the log. */
export type FactTexts<Value> = {
  page: Say<Value>
  restored: Say<Value>
  log: Say<Value>
  picture: Say<Value>
  shared: Say<Value>
  column: { head: string; cell: (value: Value) => string | number | null }
}

const everywhere = <Value>(say: (value: Value) => string | null) => ({
  page: say,
  restored: say,
  log: say,
  picture: say,
})

/** X's country code for Japan, and X's code that means every country. */
const IN_JAPAN = new Set(['JP', 'XX'])

/** One row for each fact: where it is shown, and in which words. */
export const factTexts: { [Fact in keyof AccountFacts]: FactTexts<NonNullable<AccountFacts[Fact]>> } = {
  withheld: {
    ...everywhere(withheldSentence),
    shared: (codes) =>
      codes.length === 0 ? null : resultText.shareText.withheld(codes.some((code) => IN_JAPAN.has(code))),
    column: { head: logText.csv.withheld, cell: withheldSentence },
  },
}
