// `npm run test:browsers`: whole journeys in Firefox and WebKitGTK. Words after it choose: `-- firefox cut`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import startServer from '../e2e/startServer.ts'
import { closingLine } from '../run/closingLine.ts'
import { ensureJapaneseFonts } from '../run/fonts.ts'
import { ROOT, step } from '../run/step.ts'
import type { Count } from '../run/step.ts'
import { openGate } from './Gate.ts'
import type { Journey } from './Journey.ts'
import type { Launch, Session } from './Session.ts'
import { visitorOf } from './Visitor.ts'
import { firefoxSession } from './firefoxSession.ts'
import { accountJourneys } from './journeys/account.ts'
import { agreementJourneys } from './journeys/agreement.ts'
import { changedJourneys } from './journeys/changed.ts'
import { cutJourneys } from './journeys/cut.ts'
import { keptJourneys } from './journeys/kept.ts'
import { layoutJourneys } from './journeys/layout.ts'
import { postJourneys } from './journeys/posts.ts'
import { powJourneys } from './journeys/pow.ts'
import { takenJourneys } from './journeys/taken.ts'
import { ensurePrograms, openDisplay } from './programs.ts'
import { webkitSession } from './webkitSession.ts'

const JOURNEYS: readonly Journey[] = [
  ...accountJourneys,
  ...postJourneys,
  ...agreementJourneys,
  ...takenJourneys,
  ...cutJourneys,
  ...powJourneys,
  ...keptJourneys,
  ...layoutJourneys,
  ...changedJourneys,
]

/** Milliseconds for a journey. */
const JOURNEY_MAX = 180_000

const PICTURES = join(ROOT, 'test-results/browsers')

/** Takes every journey in one engine, each browser started once. */
async function travel(
  engine: string,
  launch: Launch,
  server: string,
  journeys: readonly Journey[],
): Promise<Count> {
  const count = { passed: 0, failed: 0 }
  await using gate = await openGate(server)
  let session: Session | undefined
  let lack: Journey['lack'] | undefined
  for (const journey of journeys.toSorted((a, b) => a.lack.localeCompare(b.lack))) {
    try {
      if (lack !== journey.lack) {
        await session?.close()
        session = undefined
      }
      session ??= await launch(journey.lack)
      ;({ lack } = journey)
      gate.reset()
      await inTime(journey.run(visitorOf(session, gate)))
      console.log(`✓ ${engine}: ${journey.title}`)
      count.passed++
    } catch (error) {
      await picture(session, `${engine} ${journey.title}`)
      await session?.close().catch(() => undefined)
      session = undefined
      const why = error instanceof Error ? error.message : String(error)
      console.log([`✗ ${engine}: ${journey.title}`, why, ...gate.faults].join('\n  '))
      count.failed++
    }
  }
  await session?.close()
  return count
}

async function inTime(job: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The journey took too long')), JOURNEY_MAX)
  })
  try {
    await Promise.race([job, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Keeps what the window shows where a journey failed. */
async function picture(session: Session | undefined, name: string): Promise<void> {
  const png = await session?.screenshot().catch(() => undefined)
  if (!png) return
  mkdirSync(PICTURES, { recursive: true })
  writeFileSync(join(PICTURES, `${name.replaceAll(/[^\w-]+/g, '-')}.png`), png)
}

async function main(words: readonly string[]): Promise<Count[]> {
  const { firefox, driver, browser, xvfb } = ensurePrograms()
  ensureJapaneseFonts()
  const built = step('build', 'npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'])
  if (built.failed > 0) return [built]
  process.env['AGREEMENT'] = 'collect'
  process.env['TRUST_PROXY'] = '127.0.0.1'
  const stopServer = await startServer()
  using display = await openDisplay(xvfb)
  const engines: Record<string, Launch> = {
    firefox: (lack) => firefoxSession(firefox, lack),
    webkitgtk: (lack) => webkitSession({ driver, browser, display: display.display }, lack),
  }
  const server = process.env['E2E_URL'] ?? ''
  const named = words.filter((word) => !(word in engines))
  const journeys = JOURNEYS.filter(({ title }) => named.every((word) => title.includes(word)))
  const chosen = Object.entries(engines).filter(
    ([engine]) => named.length === words.length || words.includes(engine),
  )
  try {
    const travels = chosen.map(([engine, launch]) => travel(engine, launch, server, journeys))
    return [built, ...(await Promise.all(travels))]
  } finally {
    await stopServer()
  }
}

try {
  closingLine(await main(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  closingLine([{ passed: 0, failed: 1 }])
}
