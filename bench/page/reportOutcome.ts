import { writeFileSync } from 'node:fs'
import type { RunOutcome } from '../../src/profiler/automation/automation.ts'
import { URL_RULE, allowWhole } from '../options.ts'
import { ScriptError } from './exitCodes.ts'
import { runPowPage } from './measurePage.ts'
import type { DrivenBrowser } from './openBrowser.ts'
import { createScanLinks } from './scanLinks.ts'
import { tableText } from './tableText.ts'

/** Options that name the links to measure and the files to write: JSON with one result per line, and a table for a document. */
export const PAGE_OPTIONS = {
  url: { type: 'string', default: '' },
  scan: { type: 'string', multiple: true, default: [] as string[] },
  json: { type: 'string' },
  table: { type: 'string' },
  minutes: { type: 'string', default: '10' },
} as const
export const PAGE_RULES = { url: URL_RULE, minutes: allowWhole(1) }
export const PAGE_USAGE = '[--scan lanes=1,2] [--json FILE] [--table FILE] [--minutes 10]'

type Values = { url: string; scan: string[]; minutes: string; json?: string; table?: string }
type Result = NonNullable<RunOutcome['result']>

/** Measures each link in a browser of its own, prints the outcomes, writes the files that were asked for, and sets the exit code of the worst run. */
export async function reportOutcome(values: Values, open: () => Promise<DrivenBrowser>): Promise<void> {
  const results: Result[] = []
  const exitCodes: number[] = []
  try {
    for (const link of createScanLinks(values.url, values.scan)) {
      const driven = await open()
      const measured = runPowPage(driven, link, Number(values.minutes) * 60_000)
      const { ending, exitCode, error, result } = await measured.finally(() => driven.close())
      exitCodes.push(exitCode)
      if (result) results.push(result)
      console.log(error === null ? `The run ended: ${ending}.` : `The run failed: ${error}`)
    }
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error
    console.error(error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message)
    exitCodes.push(error.exitCode)
  }
  const rows = results.map(tableRow)
  if (rows.length > 0) console.table(rows)
  if (values.json && rows.length > 0)
    writeFileSync(values.json, results.map((result) => `${JSON.stringify(result)}\n`).join(''))
  if (values.table && rows.length > 0) writeFileSync(values.table, tableText(values.table, rows))
  process.exitCode = worstExitCode(exitCodes)
}

/** Returns the worst exit code. The codes for no outcome are the worst, then `failed` (1), `wrong` (2), `stopped` (5), `unsure` (3), `disturbed` (4). */
function worstExitCode(exitCodes: readonly number[]): number {
  const order = [1, 2, 5, 3, 4, 0]
  return exitCodes.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? 1
}

function tableRow({ environment, settings, trials, summary }: Result) {
  const { browser, label } = environment
  const rate = summary.scaling.at(-1)?.attemptsPerSecond
  return {
    device: label || environment.platform,
    browser: browser ? `${browser.name} ${browser.version}` : '',
    engine: summary.startup.engine ?? settings.engine,
    difficulty: settings.difficulty,
    'trials, lanes': `${trials.length}, ${settings.lanes}`,
    'engine, M attempts/s': rate === undefined ? '' : (rate / 1e6).toFixed(2),
    'p50, ms': withInterval(summary.milliseconds?.p50, summary.milliseconds?.intervals?.p50),
    'p95, ms': withInterval(summary.milliseconds?.p95, summary.milliseconds?.intervals?.p95),
    theory: summary.agreement.verdict,
  }
}

function withInterval(value: number | null | undefined, interval?: readonly number[] | null): string {
  if (typeof value !== 'number') return ''
  const between = interval ? ` [${interval.map((bound) => bound.toFixed(2)).join(', ')}]` : ''
  return value.toFixed(2) + between
}
