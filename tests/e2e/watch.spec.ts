import type { BrowserContext, Page, Worker } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { watchText } from '../../src/text/watch.ts'
import { openGate } from '../browsers/Gate.ts'
import { ensureChromium } from '../run/programs.ts'
import { parsePostUrl } from '../../contract/names.ts'
import { METHOD_VERSION } from '../../contract/evidence.ts'
import { expect, test } from './fixtures.ts'
import { tableOf } from './observe.ts'
import { EXCLUDED, OK, checkPosts } from './postSteps.ts'
import { changeRecords, check, checkAndKeep } from './steps.ts'

/** The whole Chromium: the one without a screen can neither wake service workers nor show notifications. */
test.use({
  launchOptions: {
    executablePath: ensureChromium(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking'],
  },
})

const DAY_MS = 86_400_000
const NOT_FOUND = '@sbx_clear：Search Banは検出されませんでした'
const WORKER = 'service-worker.js'

/** Allows this site what an installed page may get. */
async function allow(page: Page, url: string, setting: 'granted' | 'denied', ...names: string[]) {
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo')
  const browser = await page.context().browser()?.newBrowserCDPSession()
  for (const name of names)
    await browser?.send('Browser.setPermission', {
      permission: { name },
      setting,
      origin: new URL(url).origin,
      browserContextId: targetInfo.browserContextId ?? '',
    })
}

/** What the service worker asks for, with the bodies of its calls. */
function requestsOfWorker(context: BrowserContext): string[] {
  const requests: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker()) requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return requests
}

/** The watch's records are another account's from now on, of which the server says something else: X has changed in between. */
async function becomes(page: Page, name: string): Promise<void> {
  for (const table of ['checks', 'watches'] as const)
    await changeRecords(page, table, { account: name, name })
}

/** Lets a day pass: the next check of each watch may begin. */
const passDay = (page: Page) => changeRecords(page, 'watches', { dueAt: 1 })

/** Wakes the service worker as the browser does, and waits until its work is done. */
async function wake(page: Page, url: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(({ isDeleted }) => !isDeleted)
      if (registration) resolve(registration.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  await client.send('ServiceWorker.dispatchPeriodicSyncEvent', {
    origin: new URL(url).origin,
    registrationId: await registered,
    tag: 'watches',
  })
  await client.detach()
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.getRegistration())?.getNotifications()
    return shown?.map(({ title, body, data }) => ({ title, body, data })) ?? []
  })

const isRegistered = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length > 0)

async function watch(page: Page, name = 'sbx_search') {
  await checkAndKeep(page, name)
  await page.locator('summary').filter({ hasText: 'Search Ban' }).first().click()
  await page.getByRole('button', { name: watchText.offer }).click()
  await expect(page.getByText(`@${name} を見守っています`)).toBeVisible()
}

/** Begins a watch where the device checks by itself. */
async function watchInBackground(page: Page, url: string): Promise<void> {
  await allow(page, url, 'granted', 'periodic-background-sync', 'notifications')
  await watch(page)
  // A worker that is still being installed cannot be woken.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

const automatic = async (page: Page) =>
  ((await tableOf(page, 'checks')) as { auto: boolean }[]).filter(({ auto }) => auto).length

const url = () => process.env['E2E_URL'] ?? ''

test('a watch loads the service worker with the first watch only, checks like the page and is silent while the ban is found', async ({
  page,
  context,
}) => {
  const requests = requestsOfWorker(context)
  await checkAndKeep(page, 'sbx_search')
  expect(await isRegistered(page)).toBe(false)
  await watchInBackground(page, url())
  await expect(page.getByText(watchText.ability.background(30, 'account'))).toBeVisible()
  expect(requests).toEqual([`GET /${WORKER}`])
  requests.length = 0
  await wake(page, url())
  await passDay(page)
  await wake(page, url())
  await expect.poll(() => automatic(page)).toBe(1)
  expect(requests.filter((request) => !request.includes('.wasm'))).toEqual([
    'GET /api/capabilities',
    'POST /api/generate-keyvalue',
    'POST /api/check-by-user',
  ])
  expect(await notifications(page)).toEqual([])
  await page.getByRole('button', { name: watchText.stop }).click()
  await expect.poll(() => isRegistered(page)).toBe(false)
})

test('a watch notifies once, with the time, if two automatic checks did not find the ban, and the result is stored', async ({
  page,
}) => {
  await watchInBackground(page, url())
  await becomes(page, 'sbx_clear')
  await passDay(page)
  await wake(page, url())
  await expect.poll(() => automatic(page)).toBe(1)
  expect(await notifications(page)).toEqual([])
  await passDay(page)
  await wake(page, url())
  await expect.poll(() => notifications(page)).toHaveLength(1)
  const [shown] = await notifications(page)
  expect(shown?.title).toMatch(/^【デモ】@sbx_clear：Search Banは検出されませんでした（\d+月\d+日 \d+時）$/)
  expect(JSON.stringify(shown)).not.toContain('解除され')
  await passDay(page)
  await wake(page, url())
  expect(await automatic(page)).toBe(2)
  await page.goto('/?screen_name=sbx_clear&kept')
  await expect(page.getByRole('region', { name: logText.earlier.label })).toContainText('@sbx_clear')
})

test('a watch is silent if the server refuses, and tries again the next day', async ({ page, context }) => {
  const requests = requestsOfWorker(context)
  const checks = () => requests.filter((request) => request.endsWith('/check-by-user')).length
  await watchInBackground(page, url())
  await becomes(page, 'sbx_clear')
  await context.route('**/api/check-by-user', (route) =>
    route.fulfill({ status: 503, json: { message: 'The budget of today is spent', code: 'budget' } }),
  )
  await passDay(page)
  await wake(page, url())
  await expect.poll(checks).toBe(1)
  await wake(page, url())
  await context.unroute('**/api/check-by-user')
  expect(checks()).toBe(1)
  expect(await automatic(page)).toBe(0)
  expect(await notifications(page)).toEqual([])
  for (let day = 1; day <= 2; day++) {
    await passDay(page)
    await wake(page, url())
    await expect.poll(() => automatic(page)).toBe(day)
  }
  await expect.poll(() => notifications(page)).toHaveLength(1)
})

const ENDINGS: Record<string, (page: Page) => Promise<unknown>> = {
  'the log was deleted': async (page) => {
    await page.goto('/log')
    await page.getByRole('button', { name: logText.removeAll }).click()
    await expect(page.getByText(logText.removed)).toBeVisible()
  },
  'the log was switched off': async (page) => {
    await page.goto('/log')
    await page.getByLabel(logText.keep).click()
    await expect(page.getByLabel(logText.keep)).not.toBeChecked()
  },
  'the watch was ended in another tab': async (page) => {
    await page.goto('/log')
    await page.getByRole('listitem').filter({ hasText: logText.watched }).locator('summary').click()
    await page.getByRole('button', { name: watchText.stop }).click()
    await expect(page.getByText(logText.watched)).toHaveCount(0)
  },
}

for (const [event, happens] of Object.entries(ENDINGS)) {
  test(`a watch stores and reports nothing of a check during which ${event}`, async ({ page, context }) => {
    await watchInBackground(page, url())
    await becomes(page, 'sbx_clear')
    await changeRecords(page, 'watches', {
      dueAt: 1,
      notFound: { at: Date.now() - DAY_MS, version: METHOD_VERSION },
    })
    const released = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await context.route('**/api/check-by-user', async (route) => {
      asked.resolve()
      await released.promise
      // The worker may be gone by then.
      await route.continue().catch(() => undefined)
      answered.resolve()
    })
    await wake(page, url())
    await asked.promise
    const other = await context.newPage()
    await happens(other)
    released.resolve()
    await expect.poll(() => isRegistered(page)).toBe(false)
    await answered.promise
    expect(await automatic(page)).toBe(0)
    expect(await tableOf(page, 'watches')).toEqual([])
  })
}

test('a watch ends without a check if the server offers no watches any more', async ({ page, context }) => {
  const requests = requestsOfWorker(context)
  await watchInBackground(page, url())
  const answer = await context.request.get(`${url()}/api/capabilities`)
  const { watchDays, ...json } = (await answer.json()) as Record<string, unknown>
  expect(watchDays).toBe(30)
  await context.route('**/api/capabilities', (route) => route.fulfill({ json }))
  await passDay(page)
  await wake(page, url())
  await expect.poll(() => tableOf(page, 'watches')).toEqual([])
  await expect.poll(() => isRegistered(page)).toBe(false)
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
})

/** The active service worker, as the driver sees it. */
function workerOf(context: BrowserContext): Worker {
  const worker = context.serviceWorkers().at(-1)
  if (!worker) throw new Error('no service worker runs')
  return worker
}

/** Taps the notification, and returns the address that the service worker opens. */
function tapNotification(context: BrowserContext): Promise<string> {
  return workerOf(context).evaluate(async () => {
    type Scope = {
      registration: ServiceWorkerRegistration
      clients: { openWindow: (url: string) => Promise<unknown> }
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    const scope = globalThis as unknown as Scope
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('no notification')
    // A browser lets only a real tap open a window.
    const asked = new Promise<string>((resolve) => {
      scope.clients.openWindow = async (url) => resolve(url)
    })
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    return await asked
  })
}

test('a tap on the notification opens the stored result of its account', async ({ page, context }) => {
  await watchInBackground(page, url())
  await becomes(page, 'sbx_clear')
  await changeRecords(page, 'watches', {
    dueAt: 1,
    notFound: { at: Date.now() - DAY_MS, version: METHOD_VERSION },
  })
  await wake(page, url())
  await expect.poll(() => notifications(page)).toHaveLength(1)
  const opened = await tapNotification(context)
  await expect.poll(() => notifications(page)).toEqual([])
  await page.goto(new URL(opened, url()).href)
  const answer = page.getByRole('region', { name: logText.earlier.label })
  await expect(answer).toContainText('@sbx_clear')
  await expect(answer).toContainText('検出されませんでした')
})

test('a watch sends the same bodies as a check of the page without the posts, except for the address', async ({
  page,
  context,
}) => {
  const bodies = { page: [] as object[], worker: [] as object[] }
  // Only a request that is held tells its body.
  await context.route(/\/api\/(?:generate-keyvalue|check-by-user)$/, async (route) => {
    const request = route.request()
    const { key, ...sent } = request.postDataJSON() as Record<string, unknown>
    const { pathname } = new URL(request.url())
    const from = request.serviceWorker() ? 'worker' : 'page'
    bodies[from].push({ pathname, hasKey: key !== undefined, sent })
    await route.continue()
  })
  await page.goto('/')
  await page.getByLabel(text.form.posts).uncheck()
  await check(page, 'sbx_search')
  await page.locator('main').getByRole('link', { name: logText.h1 }).waitFor()
  const sent = [...bodies.page]
  expect(sent).toMatchObject([
    { pathname: '/api/generate-keyvalue' },
    { pathname: '/api/check-by-user', sent: { screen_name: 'sbx_search', searchban: false, repost: false } },
  ])
  await watchInBackground(page, url())
  await passDay(page)
  await wake(page, url())
  await expect.poll(() => automatic(page)).toBe(1)
  expect(bodies.worker).toEqual(sent)
})

test('a watch continues after the site was upgraded: the new service worker checks, and reports the change once', async ({
  browser,
}) => {
  await using gate = await openGate(url())
  const context = await browser.newContext({ baseURL: gate.url })
  const page = await context.newPage()
  await watchInBackground(page, gate.url)
  await becomes(page, 'sbx_clear')
  await passDay(page)
  await wake(page, gate.url)
  await expect.poll(() => automatic(page)).toBe(1)
  const file = await context.request.get(`/${WORKER}`)
  gate.answer(/service-worker/, 200, `${await file.text()}\nself.isUpgraded = true`, 'text/javascript')
  const replaced = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const before = registration?.active
    await registration?.update()
    const coming = registration?.installing ?? registration?.waiting
    await new Promise<void>((resolve) => {
      const look = () => coming?.state === 'activated' && resolve()
      coming?.addEventListener('statechange', look)
      look()
    })
    return before !== registration?.active
  })
  expect(replaced).toBe(true)
  await passDay(page)
  await wake(page, gate.url)
  await expect.poll(() => notifications(page)).toHaveLength(1)
  const isUpgraded = () => workerOf(context).evaluate(() => Reflect.get(globalThis, 'isUpgraded') as unknown)
  expect(await isUpgraded()).toBe(true)
  expect(await automatic(page)).toBe(2)
  await context.close()
})

test('a watch ends silently if the device’s clock is set forward by 31 days', async ({ page, context }) => {
  const requests = requestsOfWorker(context)
  await watchInBackground(page, url())
  await wake(page, url())
  await workerOf(context).evaluate((later) => {
    const now = Date.now
    Date.now = () => now() + later
  }, 31 * DAY_MS)
  await wake(page, url())
  await expect.poll(() => tableOf(page, 'watches')).toEqual([])
  await expect.poll(() => isRegistered(page)).toBe(false)
  expect(await automatic(page)).toBe(0)
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
})

test('a watch ends silently if the clock was set forward by more than its days', async ({ page }) => {
  await watchInBackground(page, url())
  await changeRecords(page, 'watches', { until: Date.now() - DAY_MS, dueAt: 1 })
  await wake(page, url())
  await expect.poll(() => tableOf(page, 'watches')).toEqual([])
  await expect.poll(() => isRegistered(page)).toBe(false)
  expect(await automatic(page)).toBe(0)
})

test('a watch shows no notification if the permission was withdrawn, and the page reports the change', async ({
  page,
}) => {
  await watchInBackground(page, url())
  await becomes(page, 'sbx_clear')
  await changeRecords(page, 'watches', {
    dueAt: 1,
    notFound: { at: Date.now() - DAY_MS, version: METHOD_VERSION },
  })
  await allow(page, url(), 'denied', 'notifications')
  await wake(page, url())
  await expect.poll(() => automatic(page)).toBe(1)
  expect(await notifications(page)).toEqual([])
  await page.goto('/')
  await expect(page.locator('output').filter({ hasText: NOT_FOUND })).toBeVisible()
})

test('a browser that allows no more is told that this device checks only while the page is open', async ({
  page,
}) => {
  await watch(page)
  await expect(page.getByText(watchText.ability.opened(30))).toBeVisible()
  expect(await isRegistered(page)).toBe(false)
  await becomes(page, 'sbx_clear')
  await passDay(page)
  await page.goto('/')
  await expect(page.locator('output').filter({ hasText: NOT_FOUND })).toBeVisible()
  expect(await automatic(page)).toBe(1)
})

const idOf = (url: string) => parsePostUrl(url)?.id

test('a watch of excluded posts, begun in the log, reports once which posts were found twice, and continues with the rest', async ({
  page,
  context,
}) => {
  const requests = requestsOfWorker(context)
  const bodies = { page: [] as object[], worker: [] as object[] }
  // Only a request that is held tells its body.
  await context.route('**/api/check-batch', async (route) => {
    const { urls, key, ...rest } = route.request().postDataJSON() as { urls: string[]; key: object }
    const from = route.request().serviceWorker() ? 'worker' : 'page'
    bodies[from].push({ posts: urls.map(idOf), key: Object.keys(key), ...rest })
    await route.continue()
  })
  await allow(page, url(), 'granted', 'periodic-background-sync', 'notifications')
  await checkPosts(page, [OK, EXCLUDED])
  await expect.poll(() => tableOf(page, 'batches')).toHaveLength(1)
  await page.goto('/log')
  const offer = page.getByRole('button', { name: watchText.offer })
  const record = page.getByRole('listitem').filter({ hasText: logText.openBatch }).last()
  await record.locator('summary').click()
  await offer.click()
  await expect(record.getByText(logText.watched)).toBeVisible()
  await expect(page.getByText('検索に出なかったポスト1件を見守っています')).toBeVisible()
  await expect(page.getByText(watchText.ability.background(30, 'posts'))).toBeVisible()
  await expect.poll(() => isRegistered(page)).toBe(true)
  // X has changed in between: search finds one of the two posts.
  await changeRecords(page, 'watches', { posts: [idOf(OK), idOf(EXCLUDED)] })
  requests.length = 0
  const keptBatches = async () => (await tableOf(page, 'batches')).length
  for (const count of [2, 3]) {
    expect(await notifications(page)).toEqual([])
    await passDay(page)
    await wake(page, url())
    await expect.poll(keptBatches).toBe(count)
  }
  await expect.poll(() => notifications(page)).toHaveLength(1)
  const calls = ['GET /api/capabilities', 'POST /api/generate-keyvalue', 'POST /api/check-batch']
  expect(requests.filter((request) => request.includes('/api/'))).toEqual([...calls, ...calls])
  expect(bodies.page).toHaveLength(1)
  expect(bodies.worker).toEqual([...bodies.page, ...bodies.page])
  const [shown] = await notifications(page)
  expect(shown?.title).toMatch(
    /^【デモ】検索に出なかったポスト2件のうち1件が、検索で見つかりました（\d+月\d+日 \d+時）$/,
  )
  expect(JSON.stringify(shown)).not.toContain('解除され')
  expect(new URL(await tapNotification(context), url()).pathname).toBe('/log')
  await page.goto('/')
  await expect(
    page.locator('output').filter({ hasText: 'ポスト2件のうち1件が、検索で見つかりました' }),
  ).toBeVisible()
  await expect.poll(() => tableOf(page, 'watches')).toMatchObject([{ posts: [idOf(EXCLUDED)] }])
  await page.goto('/log')
  await expect(page.getByText(logText.auto)).toHaveCount(2)
  await expect(page.getByText(logText.watched)).toHaveCount(1)
  await record.locator('summary').click()
  await page.getByRole('button', { name: watchText.stop }).click()
  await expect(offer).toBeVisible()
  await expect(page.getByText(logText.watched)).toHaveCount(0)
  await expect.poll(() => isRegistered(page)).toBe(false)
})
