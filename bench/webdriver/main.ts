// Runs of /pow on a device that a WebDriver drives. Ends with the exit code of the worst (docs/profiling.md).
//   npx node bench/webdriver/main.ts --driver http://localhost:9515 --url 'http://…:8787/pow?difficulty=4&label=Pixel'
//     [--capabilities '{"browserName": "chrome", …}' or a file of them] [--scan lanes=1,2] [--json FILE]
//     [--table FILE] [--minutes 10]
import { existsSync, readFileSync } from 'node:fs'
import { ScriptError } from '../page/exitCodes.ts'
import { measurePage } from '../page/measurePage.ts'
import { reportOutcome } from '../page/reportOutcome.ts'
import { scanLinks } from '../page/scanLinks.ts'
import { openDevice } from './openDevice.ts'
import { readOptions, URLS, whole } from '../options.ts'

const values = readOptions(
  `npx node bench/webdriver/main.ts --url 'http://…:8787/pow?difficulty=4&label=Pixel' [--driver http://localhost:4444]
  [--capabilities JSON or FILE] [--scan lanes=1,2] [--json FILE] [--table FILE] [--minutes 10]
Runs /pow on a device that a WebDriver drives, and ends with the exit code of the worst run (docs/profiling.md).`,
  {
    driver: { type: 'string', default: 'http://localhost:4444' },
    url: { type: 'string', default: '' },
    capabilities: { type: 'string', default: '{}' },
    scan: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    table: { type: 'string' },
    minutes: { type: 'string', default: '10' },
  },
  { url: URLS, driver: URLS, minutes: whole(1) },
)

await reportOutcome(async function* () {
  for (const link of scanLinks(values.url, values.scan)) {
    const device = await openDevice(values.driver, capabilitiesOf(values.capabilities))
    try {
      yield await measurePage(device, link, Number(values.minutes) * 60_000)
    } finally {
      await device.close()
    }
  }
}, values)

function capabilitiesOf(given: string): object {
  try {
    const read: unknown = JSON.parse(existsSync(given) ? readFileSync(given, 'utf8') : given)
    if (typeof read === 'object' && read !== null) return read
  } catch {
    // Told below.
  }
  throw new ScriptError('usage', '--capabilities is a JSON object, or the name of a file that holds one')
}
