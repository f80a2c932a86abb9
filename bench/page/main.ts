// Runs of /pow at an address, in one of this machine's browsers. Ends with the exit code of the worst.
//   npm run bench:pow -- --url 'http://localhost:8787/pow?difficulty=4' [--browser firefox] [--scan lanes=1,2] [--json FILE] [--table FILE] [--minutes 10]
import { ScriptError } from './exitCodes.ts'
import { measurePage } from './measurePage.ts'
import { BROWSERS, openBrowser } from './openBrowser.ts'
import { reportOutcome } from './reportOutcome.ts'
import { scanLinks } from './scanLinks.ts'
import { oneOf, readOptions, URLS, whole } from '../options.ts'

const values = readOptions(
  `npm run bench:pow -- --url 'http://localhost:8787/pow?difficulty=4' [--browser ${BROWSERS.join('|')}]
  [--scan lanes=1,2] [--json FILE] [--table FILE] [--minutes 10]
Runs /pow at an address, and ends with the exit code of the worst run (docs/profiling.md).`,
  {
    url: { type: 'string', default: '' },
    browser: { type: 'string', default: 'chromium' },
    scan: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    table: { type: 'string' },
    minutes: { type: 'string', default: '10' },
  },
  { url: URLS, browser: oneOf(BROWSERS), minutes: whole(1) },
)

await reportOutcome(async function* () {
  const name = BROWSERS.find((known) => known === values.browser)
  if (!name) throw new ScriptError('usage', `--browser is one of ${BROWSERS.join(', ')}`)
  for (const link of scanLinks(values.url, values.scan)) {
    const driven = await openBrowser(name)
    try {
      yield await measurePage(driven, link, Number(values.minutes) * 60_000)
    } finally {
      await driven.close()
    }
  }
}, values)
