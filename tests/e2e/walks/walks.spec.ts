import { nat, noBias, sample } from 'fast-check'
import { join } from 'node:path'
import { listenForRequests } from '../../../server/http/listen.ts'
import { loadSite } from '../../../server/site/site.ts'
import { testApp } from '../../server/testApp.ts'
import { expect, test, waitForHydration } from '../fixtures.ts'
import { noteDrawnWords } from '../observe.ts'
import { ACTIONS } from './actions.ts'
import { brokenInvariants } from './invariants.ts'
import { newTab } from './model.ts'
import type { Tab, World } from './model.ts'
import { observe } from './observed.ts'

/** How many walks there are, and the seed of the first one. The seed of a walk is in its title. */
const WALKS = Number(process.env['WALKS'] ?? 6)
const FIRST_SEED = Number(process.env['WALK_SEED'] ?? 1)
const STEPS = 40
/** Chances of an action that was not done yet. */
const TICKETS = 12
const ALL = Object.entries(ACTIONS)

test.use({
  viewport: { width: 360, height: 740 },
  expectedMessages: [/503|ERR_INTERNET_DISCONNECTED|Failed to fetch|The device is offline/],
})

for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed++) {
  test(`walk ${seed}: wherever a visitor goes, the page, the log and what is shared agree`, async ({
    context,
  }) => {
    const settings = { notice: '', maintenance: '' }
    const site = loadSite(join(import.meta.dirname, '../../../dist'))
    const app = testApp({ site, settings: () => settings, difficulty: 1 })
    let held = Promise.resolve()
    const holdingApp: Pick<typeof app, 'fetch'> = {
      async fetch(request, ...rest) {
        if (new URL(request.url).pathname === '/api/check-by-user') await held
        return await app.fetch(request, ...rest)
      },
    }
    const server = await listenForRequests(holdingApp, 0, '127.0.0.1')
    const url = server.url.replace('127.0.0.1', 'localhost')
    const numbers = sample(noBias(nat()), { seed, numRuns: 4 * STEPS })
    const tabs: Tab[] = []
    const device = { isOn: true, checks: [], batches: [] }
    const openTab = async () => {
      const page = await context.newPage()
      await noteDrawnWords(page)
      await page.goto(`${url}/`)
      await waitForHydration(page)
      const tab = newTab(page, device)
      tabs.push(tab)
      return tab
    }
    const world: World = {
      url,
      tabs,
      current: await openTab(),
      device,
      saved: new Map(),
      isOnline: true,
      settings,
      holdChecks() {
        const { promise, resolve } = Promise.withResolvers<void>()
        held = promise
        return resolve
      },
      openTab,
      pick: (from) => from[(numbers.pop() ?? 0) % from.length] as (typeof from)[number],
    }

    const steps: string[] = []
    const done: string[] = []
    /** Chances of an action in the draw: fewer with each time that it was done, so that rare ones come soon after they can. */
    const ticketsOf = ([title, { weight = 1 }]: (typeof ALL)[number]) =>
      Math.ceil((TICKETS * weight) / (1 + done.filter((one) => one === title).length))
    for (let step = 1; step <= STEPS; step++) {
      const possible = ALL.filter(([, { can }]) => can?.(world, world.current) ?? true).flatMap((action) =>
        Array.from({ length: ticketsOf(action) }, () => action),
      )
      const [title, { act }] = world.pick(possible)
      done.push(title)
      steps.push(`${step} ${title}`)
      const sofar = `walk ${seed}\n${steps.join('\n')}`
      const remark = await act(world, world.current).catch((error: unknown) => {
        throw new Error(sofar, { cause: error })
      })
      if (remark) steps.push(`  ${remark}`)
      const tab = world.current
      const broken = async () => brokenInvariants({ ...(await observe(tab.page)), world, tab })
      await expect.poll(broken, { message: sofar, intervals: [20, 50, 100, 250] }).toEqual([])
    }
    await server.drain(0)
  })
}
