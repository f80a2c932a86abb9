import { launch } from 'puppeteer-core'
import { findProgram } from '../../tests/run/programs.ts'
import { median } from '../../src/profiler/stats/sample.ts'
import { readOptions, allowWhole } from '../options.ts'
import { serveSite } from './serve.ts'
import { FIGURE_LABELS, measureVisit } from './visit.ts'
import type { VisitFigures } from './visit.ts'

const SLOWDOWNS = [4, 6]
const { visits, folder: checkouts } = readOptions(
  `npm run bench:visit -- [--visits 10] [--folder .] …
Visits the built site as a slow phone would. Each folder is a checkout with a build of its own; several are visited in turn.`,
  {
    visits: { type: 'string', default: '10' },
    folder: { type: 'string', multiple: true, default: [process.cwd()] },
  },
  { visits: allowWhole(1) },
)

const servers = await Promise.all(checkouts.map(serveSite))
const browser = await launch({
  executablePath: findProgram('chromium'),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const columns = SLOWDOWNS.flatMap((slowdown) =>
    servers.map(({ url, folder }) => ({ slowdown, url, folder, figures: [] as VisitFigures[] })),
  )
  for (let turn = 0; turn < Number(visits); turn++) {
    for (const { slowdown, url, figures } of columns) figures.push(await measureVisit(browser, url, slowdown))
  }
  const heads = columns.map(({ slowdown, folder }) =>
    checkouts.length > 1 ? `${slowdown} × ${folder}` : `${slowdown} ×`,
  )
  console.log(`| median of ${visits} visits | ${heads.join(' | ')} |`)
  console.log(`|---|${'---|'.repeat(columns.length)}`)
  for (const [name, label] of Object.entries(FIGURE_LABELS)) {
    const medians = columns.map(({ figures }) =>
      median(figures.map((each) => each[name as keyof VisitFigures])),
    )
    console.log(`| ${label} | ${medians.map(Math.round).join(' | ')} |`)
  }
} finally {
  await browser.close()
  await Promise.all(servers.map(({ stop }) => stop()))
}
