import { launch } from 'puppeteer-core'
import startServer from '../../tests/e2e/startServer.ts'
import { findProgram } from '../../tests/run/programs.ts'
import { median } from '../../src/profiler/stats/sample.ts'
import { readOptions, allowWhole } from '../options.ts'
import type { AuditResult } from './audit.ts'

const PAGES = ['/', '/tweetcheck']
/** Number of runs of each page. The table shows medians, because a busy machine slows single runs down. */
const values = readOptions(
  `npm run bench:lighthouse -- [--runs 5]
Audits each page so often with Lighthouse's mobile preset, and prints the medians.`,
  { runs: { type: 'string', default: '5' } },
  { runs: allowWhole(1) },
)
const runs = Number(values.runs)
// Only now, so that the usage needs no package of bench/package.json.
const { runAudit } = await import('./audit.ts')

const stopServer = await startServer()
const browser = await launch({
  executablePath: findProgram('chromium'),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const port = Number(new URL(browser.wsEndpoint()).port)
try {
  console.log('| page | performance | accessibility | best practices | SEO | LCP | TBT | CLS |')
  console.log('|---|---|---|---|---|---|---|---|')
  for (const page of PAGES) {
    const audits: AuditResult[] = []
    for (let run = 0; run < runs; run++) audits.push(await runAudit(`${process.env['E2E_URL']}${page}`, port))
    console.log(row(page, audits))
  }
} finally {
  await browser.close()
  await stopServer()
}

function row(page: string, audits: AuditResult[]): string {
  const of = (figure: keyof AuditResult) => median(audits.map((audit) => audit[figure]))
  const scores = [of('performance'), of('accessibility'), of('bestPractices'), of('seo')].map((score) =>
    Math.round(score * 100),
  )
  const seconds = `${(of('lcp') / 1000).toFixed(2)} s`
  const shift = String(Number(of('cls').toFixed(3)))
  return `| ${[`\`${page}\``, ...scores, seconds, `${Math.round(of('tbt'))} ms`, shift].join(' | ')} |`
}
