import { allowOnly, readOptions } from '../options.ts'
import { BROWSER_NAMES, openBrowser } from './openBrowser.ts'
import type { BrowserName } from './openBrowser.ts'
import { PAGE_OPTIONS, PAGE_RULES, PAGE_USAGE, reportOutcome } from './reportOutcome.ts'

const { browser, ...values } = readOptions(
  `npm run bench:pow -- --url 'http://localhost:8787/pow?difficulty=4' [--browser ${BROWSER_NAMES.join('|')}]
  ${PAGE_USAGE}
Runs /pow at an address, and ends with the exit code of the worst run (docs/profiling.md).`,
  { ...PAGE_OPTIONS, browser: { type: 'string', default: 'chromium' } },
  { ...PAGE_RULES, browser: allowOnly(BROWSER_NAMES) },
)

await reportOutcome(values, () => openBrowser(browser as BrowserName))
