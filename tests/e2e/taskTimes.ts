import type { Browser, Page } from '@playwright/test'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

/**
 * Records a page's tasks while `scenario` runs. Returns the processor milliseconds of the longest one in each part that
 * the scenario names; processor time, because wall time is the business of whatever else this machine is doing.
 */
export async function longestTasks(
  browser: Browser,
  page: Page,
  scenario: (part: (name: string, act: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<Record<string, number>> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', 'devtools.timeline'] })
  const names: string[] = []
  await scenario(async (name, act) => {
    names.push(name)
    await page.evaluate((name) => performance.mark(`${name}:begin`), name)
    await act()
    await page.evaluate((name) => performance.mark(`${name}:end`), name)
  })
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  return Object.fromEntries(names.map((name) => [name, longestBetween(trace.traceEvents, name)]))
}

function longestBetween(events: TraceEvent[], name: string): number {
  const begin = events.find((event) => event.name === `${name}:begin`)
  const end = events.find((event) => event.name === `${name}:end`)
  if (!begin || !end) throw new Error(`The trace has no ${name}`)
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts }) =>
      name.endsWith('RunTask') &&
      ph === 'X' &&
      pid === begin.pid &&
      tid === begin.tid &&
      ts > begin.ts &&
      ts < end.ts,
  )
  if (tasks.length === 0) throw new Error(`The trace has no task during ${name}`)
  // A virtual machine's processor clock now and then jumps past the wall's.
  return Math.max(...tasks.map(({ dur = 0, tdur = 0 }) => Math.min(dur, tdur) / 1000))
}
