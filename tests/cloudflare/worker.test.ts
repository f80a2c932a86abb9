import { chromium } from '@playwright/test'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { findTestChromium } from '../run/programs.ts'
import {
  bodyFor,
  checkAccount,
  checkBatch,
  outcome,
  redeemAccount,
  sessionOf,
  solved,
} from '../server/client.ts'
import { scratchFolder } from '../server/scratch.ts'
import { json, oembedOf, startStubX, xEnv } from '../server/upstream/stubX.ts'
import { NAME, SEARCH, TIMELINE, USER, posts, recentPosts, user } from '../server/upstream/xWorld.ts'
import { startRuntime } from './runtime.ts'
import type { Running } from './runtime.ts'

const folder = scratchFolder()
const body = bodyFor('sbx_clear')
const OPERATOR_TOKEN = 'a'.repeat(32)

describe('the Worker in its runtime', () => {
  let running: Running
  beforeAll(async () => {
    running = await startRuntime(join(folder, 'worker'), { OPERATOR_TOKEN, X_BUDGET_USD_PER_DAY: '3' })
  })
  afterAll(() => running.kill())

  it('the Worker accepts each of 30 proofs once, however often they are sent at once', async () => {
    const proofs = await Promise.all(Array.from({ length: 30 }, () => solved(running.call, body)))
    const sent = Array.from({ length: 300 }, (_, index) => proofs[index % 30])
    const answers = await Promise.all(
      sent.map(async (proof) => proof && (await redeemAccount(running.call, body, proof)).status),
    )
    expect(answers.filter((status) => status === 200)).toHaveLength(30)
    expect(answers.filter((status) => status === 409)).toHaveLength(270)
  })

  it('the Worker serves the site with its headers, and missing files as 404', async () => {
    const page = await running.call('/')
    expect(await page.text()).toContain('X (Twitter) Shadowban Checker F')
    expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    const history = await running.call('/tweetcheck/history/some-id')
    expect(history.status).toBe(200)
    expect(history.headers.get('X-Robots-Tag')).toBe('noindex')
    const unknown = await running.call('/nothing')
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toContain('Unexpected Application Error!')
    const script = await running.call('/assets/gone-12345678.js')
    expect([script.status, script.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
    expect(await script.text()).not.toContain('<')
  })

  it("the operator's call of the Worker removes a saved result, reports the dollars of the day and rotates the keys", async () => {
    const ask = async (call: object, token = OPERATOR_TOKEN) => {
      const headers = { Authorization: `Bearer ${token}` }
      const answer = await running.call('/api/operator', {
        method: 'POST',
        headers,
        body: JSON.stringify(call),
      })
      return { status: answer.status, ...((await answer.json()) as object) }
    }
    const id = await sessionOf(await checkBatch(running.call, ['https://x.com/a/status/1']))
    const open = await solved(running.call, body)
    expect(await ask({ do: 'forget', id }, 'b'.repeat(32))).toMatchObject({ status: 404 })
    expect(await ask({ do: 'forget', id })).toEqual({ status: 200, isRemoved: true })
    expect(await ask({ do: 'forget', id })).toEqual({ status: 200, isRemoved: false })
    expect(await ask({ do: 'spent' })).toEqual({ status: 200, dollars: 0, limit: 3 })
    expect(await ask({ do: 'rotate' })).toEqual({ status: 200, isRotated: true })
    expect((await redeemAccount(running.call, body, open)).status).toBe(200)
  })

  it('Chromium shows an account check and a post check that the Worker answers', async () => {
    const browser = await chromium.launch({
      executablePath: findTestChromium(),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    const page = await browser.newPage({ locale: 'ja-JP' })
    await page.goto(running.url)
    await page.getByLabel(text.form.user.label).fill('sbx_search')
    await page.getByRole('button', { name: text.form.user.submit }).click()
    await page.getByRole('heading', { name: /Search Banが検出/ }).waitFor()

    await page.goto(`${running.url}/tweetcheck`)
    await page
      .getByLabel(postFormText.row.label(1))
      .fill('https://x.com/sbx_clear/status/1980000000000000007')
    await page.getByRole('button', { name: text.post.submit }).click()
    await page.locator('li[data-group="excluded"]').waitFor()
    await expect.poll(() => page.url()).toMatch(/\/tweetcheck\/history\/[\w-]{22}$/)
    await browser.close()
  })
})

it('the Worker loses no acknowledged history to kill -9, forgets no spent proof, and continues to accept open challenges', async () => {
  const place = join(folder, 'killed')
  let running = await startRuntime(place)
  const spent = await Promise.all(Array.from({ length: 20 }, () => solved(running.call, body)))
  const open = await solved(running.call, body)
  for (const proof of spent) expect((await redeemAccount(running.call, body, proof)).status).toBe(200)
  const ids: string[] = []
  for (let index = 0; index < 20; index++) {
    ids.push(await sessionOf(await checkBatch(running.call, [`https://x.com/a/status/${index + 1}`])))
  }
  await running.kill()

  running = await startRuntime(place)
  const histories = await Promise.all(
    ids.map((id) => running.call(`/api/get-history-by-session-id?id=${id}`)),
  )
  expect(histories.filter(({ ok }) => ok)).toHaveLength(20)
  const page = await running.call(`/tweetcheck/history/${ids[0]}`)
  expect(await page.text()).toMatch(/<title[^>]*>【デモ】\d+件[^<]*（\d+月\d+日）<\/title>/)
  const again = await Promise.all(spent.map((proof) => redeemAccount(running.call, body, proof)))
  expect(again.map(({ status }) => status)).toEqual(spent.map(() => 409))
  expect((await redeemAccount(running.call, body, open)).status).toBe(200)
  await running.kill()
})

it("the Worker counts by the platform's address, whatever a visitor writes into headers, also after an object has lost its memory", async () => {
  const place = join(folder, 'limits')
  let running = await startRuntime(place, { RATE_LIMIT_PER_MINUTE: '2' })
  const preview = async (index: number) => {
    const headers = { 'X-Forwarded-For': `203.0.113.${index}`, 'X-Real-IP': `203.0.113.${index}` }
    const url = encodeURIComponent('https://x.com/sbx_clear/status/1980000000000000007')
    return (await running.call(`/api/oembed?url=${url}`, { headers })).status
  }
  // Previews may be four times as many as checks.
  for (let index = 0; index < 8; index++) expect(await preview(index)).toBe(200)
  expect(await preview(8)).toBe(429)
  // The objects' memory is gone, as it is on the platform after ten seconds without a call.
  await running.kill()
  running = await startRuntime(place, { RATE_LIMIT_PER_MINUTE: '2' })
  expect(await preview(9)).toBe(429)
  await running.kill()
})

it('the Worker tells the operator every mistake of its configuration, visitors that there is one, and serves the site', async () => {
  const wrong = { POW_DIFFICULTY: '99', UPSTREAM: 'twitter' }
  const running = await startRuntime(join(folder, 'misconfigured'), wrong)
  expect(await outcome(running.call('/api/ip'))).toEqual({ status: 503, code: 'not_configured' })
  for (const name of Object.keys(wrong)) await expect.poll(running.output).toContain(`${name} must be `)
  for (const path of ['/', '/tweetcheck/history/abcdefghijklmnopqrstuv'])
    expect((await running.call(path)).status).toBe(200)
  await running.kill()
})

it('the Worker asks X once for 50 simultaneous checks of one account and once for every post of a batch, also after an object has lost its memory, and passes refusals on', async () => {
  const own = recentPosts(3)
  const stub = await startStubX({
    '/oembed': json(oembedOf()),
    [`${USER}refused`]: json({ title: 'Unauthorized', status: 401 }, 401),
    [USER]: user(),
    [TIMELINE]: posts(...own),
    [SEARCH]: posts(...own),
  })
  let running = await startRuntime(join(folder, 'x'), { ...xEnv(stub), X_BUDGET_USD_PER_DAY: '100000' })
  const account = bodyFor(NAME, { searchban: false, repost: false })
  const proofs = await Promise.all(Array.from({ length: 50 }, () => solved(running.call, account)))
  const answers = await Promise.all(proofs.map((proof) => redeemAccount(running.call, account, proof)))
  expect(answers.map(({ status }) => status)).toEqual(proofs.map(() => 200))
  expect(await answers[0]?.json()).toMatchObject({ search_ban: false })
  expect(stub.asked.filter((path) => path.startsWith(USER))).toHaveLength(1)

  const urls = Array.from(
    { length: 60 },
    (_, index) => `https://x.com/a/status/${1_900_000_000_000_000_000n + BigInt(index)}`,
  )
  const batch = (await (await checkBatch(running.call, urls)).json()) as { results: { status: string }[] }
  expect(batch.results.map(({ status }) => status)).toEqual(urls.map(() => 'UNSEARCHED'))
  const shown = stub.asked.filter((path) => path.startsWith('/oembed') && path.includes('%2F19000000000'))
  expect(shown).toHaveLength(60)

  await running.kill()
  running = await startRuntime(join(folder, 'x'), { ...xEnv(stub), X_BUDGET_USD_PER_DAY: '100000' })
  expect((await checkAccount(running.call, account)).status).toBe(200)
  expect(stub.asked.filter((path) => path.startsWith(USER))).toHaveLength(1)
  const refused = await checkAccount(running.call, bodyFor('refused'))
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await outcome(refused)).toEqual({ status: 503, code: 'operator_refused' })
  await running.kill()
  await stub.close()
})
