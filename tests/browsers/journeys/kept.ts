import { sampleReport } from '../../../src/report/summary.ts'
import { banLabel } from '../../../src/results/verdicts.ts'
import { logText } from '../../../src/text/log.ts'
import { reportText } from '../../../src/text/report.ts'
import { resultText } from '../../../src/text/result.ts'
import { journey } from '../Journey.ts'
import type { Visitor } from '../Visitor.ts'
import { checkAccount } from '../steps.ts'

/** Milliseconds without a request after which a page has fetched ahead what it wants. */
const REST = 2_000

/** Waits until the page asks the network for nothing any more. */
async function atRest({ gate }: Visitor): Promise<void> {
  for (let asked = -1; asked !== gate.asked.length;) {
    asked = gate.asked.length
    await new Promise((resolve) => setTimeout(resolve, REST))
  }
}

/** In the page: whether it links to the log, which it does as soon as the check is kept. */
function linksToLog(): boolean {
  const link = document.querySelector('main a[href$="/log"]')
  return link !== null && getComputedStyle(link).visibility === 'visible'
}

export const keptJourneys = [
  journey("the sample of X's report is read", async (visitor) => {
    await visitor.open('/report')
    await visitor.press(reportText.sample)
    await visitor.sees(reportText.verdict.account(1, reportText.month(2026, 7)))
    await visitor.sees(reportText.verdict.posts(593, 7))
  }),
  journey("X's report is read where the network is gone since the page was loaded", async (visitor) => {
    await visitor.open('/report')
    await atRest(visitor)
    visitor.gate.cut()
    await visitor.press(reportText.sample)
    await visitor.sees(reportText.verdict.account(1, reportText.month(2026, 7)))
  }),
  journey('a month of a report is kept on the device, and there on the next visit', async (visitor) => {
    await visitor.open('/report')
    await visitor.press(reportText.months.keep)
    await visitor.press(reportText.paste)
    await visitor.session.evaluate(
      (report: string) => {
        const field = document.querySelector('textarea')
        if (!field) throw new Error('There is no field')
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, report)
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      },
      `${sampleReport.replace('SPAM_HIGH_RECALL', 'LegalRequest(JP)')} in words of my own`,
    )
    await visitor.press(reportText.read)
    await visitor.sees(reportText.law.withheld('日本'))
    await visitor.sees(logText.removeAll)
    await visitor.open('/report')
    await visitor.sees(logText.removeAll)
  }),
  journey('a check is found in the log of the device, and there on the next visit', async (visitor) => {
    await checkAccount(visitor, 'sbx_search', resultText.verdict.found(1))
    await visitor.until('a check that is kept', linksToLog)
    await visitor.press(logText.h1)
    await visitor.sees('@sbx_search')
    await visitor.open('/log')
    await visitor.sees('@sbx_search')
    await visitor.sees(logText.found([banLabel('search_ban')]))
  }),
  journey('a reload brings back the name and its earlier answer', async (visitor) => {
    await checkAccount(visitor, 'sbx_search', resultText.verdict.found(1))
    await visitor.until('a check that is kept', linksToLog)
    await visitor.session.evaluate(() => location.reload())
    await visitor.sees('の結果です。いまの状態とは違うことがあります。')
    await visitor.until('the name', () => document.querySelector('input')?.value === 'sbx_search')
  }),
]
