import * as v from 'valibot'
import { BatchHistory } from '../../contract/wire.ts'
import { describe, expect, it } from 'vitest'
import { writeSiteFiles } from '../../build/site/files.ts'
import type { PostResult } from '../../contract/wire.ts'
import { createCallLimits } from '../../server/http/limits.ts'
import { batchCardTexts, withCardTexts } from '../../server/site/batchCard.ts'
import { loadSite } from '../../server/site/site.ts'
import { createSandboxUpstream } from '../../server/upstream/sandbox.ts'
import { scratchFolder } from './scratch.ts'
import { createMemoryStore, testApp } from './testApp.ts'

/** The evening of 24 November in Japan, when it is still the 24th in UTC; and an hour that is the 25th in Japan alone. */
const AT = Date.UTC(2026, 10, 24, 13, 4)
const NIGHT = Date.UTC(2026, 10, 24, 15, 0)

const SHELL = `<html><head><meta http-equiv="Content-Security-Policy" content="script-src 'sha256-abc='" />
<title data-page="true">チェック履歴</title><meta data-page="true" name="description" content="保存された結果です。"/>
<meta data-page="true" name="robots" content="noindex"/><meta data-page="true" property="og:site_name" content="Checker"/>
<meta data-page="true" property="og:title" content="チェック履歴"/><meta data-page="true" property="og:description" content="保存された結果です。"/>
</head><body><script>start()</script></body></html>`

const rows = (...statuses: string[]): PostResult[] =>
  statuses.map((status, row) => ({ url: `https://x.com/a/status/${row + 10}`, status }))
const FIVE = rows('FORBIDDEN', 'AVAILABLE', 'FORBIDDEN', 'UNKNOWN', 'UNSEARCHED')

describe('what the card of a batch says', () => {
  const titleOf = (results: PostResult[]) => batchCardTexts({ results, timestamp: AT }, false).title

  it('the card of a batch names how many posts are excluded, the day in Japan, and every count that is not zero', () => {
    expect(batchCardTexts({ results: FIVE, timestamp: NIGHT }, false)).toEqual({
      title: '5件中2件が検索除外（11月25日）',
      description:
        '検索除外2件・検索OK1件・未判定2件。2026年11月25日（日本時間）に、ポストが検索に出るかを調べた結果です。',
    })
  })

  it('the card of a batch says that no post is excluded only if search found every post', () => {
    expect(titleOf(rows('AVAILABLE', 'AVAILABLE'))).toBe('2件すべて検索OK（11月24日）')
    for (const other of ['UNSEARCHED', 'UNKNOWN', 'RESTRICTED', 'QUATE_FORBIDDEN', 'INVALID_URL', 'unheard'])
      expect(titleOf(rows('AVAILABLE', other))).toBe('2件のチェック結果（11月24日）')
  })

  it('the card of a batch calls no stored post excluded or found without the evidence for it', () => {
    const evidence = { visible: true, found: null, reason: 'no_control' } as const
    const doubted = ['FORBIDDEN', 'AVAILABLE'].map((status) => ({ url: '', status, evidence }))
    const stored = v.parse(BatchHistory, { results: doubted, timestamp: AT })
    expect(batchCardTexts(stored, false)).toMatchObject({
      title: '2件のチェック結果（11月24日）',
      description: expect.stringMatching(/^未判定2件。/),
    })
  })

  it('the card of a batch says if its answer is invented', () => {
    const { title, description } = batchCardTexts({ results: FIVE, timestamp: AT }, true)
    expect(title).toBe('【デモ】5件中2件が検索除外（11月24日）')
    expect(description).toMatch(/^これはデモです。/)
  })
})

it('the card of a batch of the sandbox calls it a demo also after the server was switched to X', async () => {
  const store = createMemoryStore()
  const [demo, real, unknown] = ['A', 'B', 'C'].map((letter) => letter.repeat(22)) as [string, string, string]
  const results = [{ url: 'https://x.com/a/status/1', status: 'AVAILABLE' }]
  await store.saveHistory(demo, { results, timestamp: AT, upstream: 'sandbox' }, 1e9)
  await store.saveHistory(real, { results, timestamp: AT, upstream: 'x-api' }, 1e9)
  await store.saveHistory(unknown, { results, timestamp: AT }, 1e9)
  const app = testApp({
    store,
    upstream: { ...createSandboxUpstream(), name: 'x-api' },
    shell: async () => '<title>page</title>',
  })
  const titleOf = async (id: string) => await (await app.request(`/tweetcheck/history/${id}`)).text()
  expect(await titleOf(demo)).toContain('【デモ】')
  expect(await titleOf(real)).not.toContain('【デモ】')
  expect(await titleOf(unknown)).not.toContain('【デモ】')
})

describe('a page with other texts', () => {
  const hostile = { title: `</title><script>alert("1")</script>$&`, description: `" onload='x' <b>&amp; $1` }

  it('a page with other texts has them escaped, and is otherwise unchanged', () => {
    const page = withCardTexts(SHELL, hostile)
    expect(page).not.toMatch(/alert\("1"\)|onload='|<b>/)
    expect(page).toContain(
      '<title data-page="true">&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;$&amp;</title>',
    )
    expect(page.match(/content="&quot; onload=&#39;x&#39; &lt;b&gt;&amp;amp; \$1"/g)).toHaveLength(2)
    for (const kept of [
      "'sha256-abc='",
      'content="noindex"',
      'content="Checker"',
      '<script>start()</script>',
    ])
      expect(page).toContain(kept)
  })
})

describe('the page of a saved batch', () => {
  const ID = 'abcdefghijklmnopqrstuv'
  const folder = scratchFolder()
  writeSiteFiles(folder, { 'index.html': 'home', 'app.html': SHELL, '404.html': 'unknown' })
  const site = loadSite(folder)

  async function pageOf(results: PostResult[], path = `/tweetcheck/history/${ID}`, options = {}) {
    const store = createMemoryStore(Date.now)
    await store.saveHistory(ID, { results, timestamp: AT }, 60_000)
    const upstream = { ...createSandboxUpstream(), name: 'x-api' as const }
    const app = testApp({ site, store, upstream, ...options })
    const answer = await app.request(path, { headers: { 'Accept-Encoding': 'gzip' } })
    const isZipped = answer.headers.get('Content-Encoding') === 'gzip'
    const body = isZipped ? answer.body?.pipeThrough(new DecompressionStream('gzip')) : answer.body
    return { answer, text: await new Response(body).text() }
  }

  it('the page of a saved batch has a title and a description of that batch, and is kept out of search engines', async () => {
    const { answer, text } = await pageOf(FIVE)
    expect(answer.status).toBe(200)
    expect(text).toContain('<title data-page="true">5件中2件が検索除外（11月24日）</title>')
    expect(text).toContain('property="og:title" content="5件中2件が検索除外（11月24日）"')
    expect(text.match(/content="検索除外2件・検索OK1件・未判定2件。/g)).toHaveLength(2)
    expect(text).toContain('content="noindex"')
    expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      "script-src 'sha256-abc='; frame-ancestors 'none'",
    )
    expect(answer.headers.get('Cache-Control')).toBe('no-cache')
  })

  it('the page of a saved batch is sent compressed if it is long', async () => {
    const long = SHELL.replace('start()', `start()//${'x'.repeat(2000)}`)
    const options = { shell: async () => long }
    const { answer, text } = await pageOf(FIVE, undefined, options)
    expect(answer.headers.get('Content-Encoding')).toBe('gzip')
    expect(text).toContain('5件中2件が検索除外')
  })

  it.each([
    '/tweetcheck/history/vutsrqponmlkjihgfedcba',
    '/tweetcheck/history/no-id',
    `/tweetcheck/history/${ID}/more`,
  ])(
    'the page of a saved batch has no texts of its own if the batch is missing or expired: %s',
    async (path) => {
      const { text } = await pageOf(FIVE, path)
      expect(text).not.toContain('件')
    },
  )

  it('the page of a saved batch is the page for all batches if the batch cannot be read now, is empty, or is requested too often', async () => {
    const faults: unknown[] = []
    const down = {
      ...createMemoryStore(Date.now),
      readHistory: async () => Promise.reject(new Error('away')),
    }
    const away = await pageOf(FIVE, undefined, {
      store: down,
      onFault: (error: unknown) => faults.push(error),
    })
    const limits = createCallLimits(1, async () => ({ calls: 11, msLeft: 1000 }))
    const tooOften = await pageOf(FIVE, undefined, { limits })
    for (const { answer, text } of [away, tooOften, await pageOf([])])
      expect([answer.status, text]).toEqual([200, SHELL])
    expect(faults).toEqual([new Error('away')])
  })
})
