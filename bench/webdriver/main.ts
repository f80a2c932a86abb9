import { existsSync, readFileSync } from 'node:fs'
import { URL_RULE, readOptions } from '../options.ts'
import { ScriptError } from '../page/exitCodes.ts'
import { PAGE_OPTIONS, PAGE_RULES, PAGE_USAGE, reportOutcome } from '../page/reportOutcome.ts'
import { openDevice } from './openDevice.ts'

const { driver, capabilities, ...values } = readOptions(
  `npx node bench/webdriver/main.ts --url 'http://…:8787/pow?difficulty=4&label=Pixel' [--driver http://localhost:4444]
  [--capabilities JSON or FILE] ${PAGE_USAGE}
Runs /pow on a device that a WebDriver drives, and ends with the exit code of the worst run (docs/profiling.md).`,
  {
    ...PAGE_OPTIONS,
    driver: { type: 'string', default: 'http://localhost:4444' },
    capabilities: { type: 'string', default: '{}' },
  },
  { ...PAGE_RULES, driver: URL_RULE },
)

await reportOutcome(values, async () => await openDevice(driver, readCapabilities(capabilities)))

function readCapabilities(given: string): object {
  try {
    const read: unknown = JSON.parse(existsSync(given) ? readFileSync(given, 'utf8') : given)
    if (typeof read === 'object' && read !== null) return read
  } catch {
    // The error is reported below.
  }
  throw new ScriptError('usage', '--capabilities is a JSON object, or the name of a file that holds one')
}
