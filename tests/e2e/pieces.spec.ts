import type { Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from '../../src/text/ja.ts'
import { expect, test } from './fixtures.ts'
import { shiftsOf, watchShifts } from './shifts.ts'

/** What makes a browser wait for the whole page. */
const EXPECT = /<link rel="expect"[^>]*>/
/** The address at which the page comes without it. */
const UNASKED = '/?unasked'

/** The site behind a front that keeps the second half of each page until it is released. */
async function openFront(released: Promise<void>): Promise<AsyncDisposable & { url: string }> {
  const site = process.env['E2E_URL'] ?? ''
  const front = createServer(async ({ url = '/' }, outgoing) => {
    const answer = await fetch(site + url)
    const type = answer.headers.get('Content-Type') ?? ''
    outgoing.writeHead(answer.status, { 'Content-Type': type })
    if (!type.startsWith('text/html')) return outgoing.end(await answer.bytes())
    const page = (await answer.text()).replace(url === UNASKED ? EXPECT : '', '')
    // Within the row of tabs.
    const half = page.indexOf(text.tab.post, page.indexOf('<nav'))
    outgoing.write(page.slice(0, half))
    await released
    outgoing.end(page.slice(half))
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      front.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
    },
  }
}

const isHalfThere = (page: Page) =>
  page.waitForFunction(() => document.querySelectorAll('nav a').length === 2, null, { polling: 50 })

test('a page that comes in pieces is drawn when it is whole, and nothing in it moves @sizes', async ({
  page,
  context,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await using front = await openFront(released)
  await context.addInitScript(watchShifts, true)
  const unasked = await context.newPage()
  const loaded = [page.goto(front.url), unasked.goto(front.url + UNASKED)]
  await isHalfThere(page)
  await isHalfThere(unasked)
  // So many frames of the one would have been a first one of the other.
  await unasked.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame)
  })
  release()
  await Promise.all(loaded)
  expect(await shiftsOf(unasked)).toContainEqual(expect.stringContaining('href="/tweetcheck"'))
  expect(await shiftsOf(page)).toEqual([])
})
