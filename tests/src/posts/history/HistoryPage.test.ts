import { Provider } from 'jotai'
import { createStore } from 'jotai/vanilla'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  HistoryPage,
  enterHistoryAtom,
  historyAnnouncementAtom,
  historyFlow,
} from '../../../../src/posts/history/HistoryPage.tsx'
import { lastUpstreamAtom } from '../../../../src/check/upstream.ts'
import { formatShortTime } from '../../../../src/text/japanese.ts'
import { text } from '../../../../src/text/ja.ts'
import { resultText } from '../../../../src/text/result.ts'
import { checkBatch, inProcess } from '../../../server/client.ts'
import { testApp } from '../../../server/testApp.ts'

const app = testApp({ difficulty: 1 })
const URLS = ['https://x.com/sbx_clear/status/10', 'https://x.com/sbx_clear/status/17']
let store: ReturnType<typeof createStore>

beforeEach(() => {
  store = createStore()
  vi.stubGlobal('fetch', async (request: Request) => await app.fetch(request))
})
afterEach(() => void vi.unstubAllGlobals())

async function saved(): Promise<string> {
  const answer = (await (await checkBatch(inProcess(app), URLS)).json()) as { sessionId: string }
  return answer.sessionId
}

const answering = (answer: unknown) => vi.stubGlobal('fetch', async () => Response.json(answer))

it('the history page shows nothing of a response with another shape', async () => {
  answering({ results: [], timestamp: 'yesterday' })
  await store.set(enterHistoryAtom, 'id')
  expect([store.get(historyFlow.doneAtom), store.get(historyFlow.stateAtom)]).toEqual([null, 'failed'])
})

it('the history page does not fetch a batch twice that is loading or shown, and hides it while another one is loading', async () => {
  const fetched = vi.fn<(request: Request) => Promise<Response>>(async () =>
    Response.json({ results: [], timestamp: 1 }),
  )
  vi.stubGlobal('fetch', fetched)
  await Promise.all([store.set(enterHistoryAtom, 'a'), store.set(enterHistoryAtom, 'a')])
  await store.set(enterHistoryAtom, 'a')
  expect(fetched).toHaveBeenCalledTimes(1)
  const loading = store.set(enterHistoryAtom, 'b')
  expect([store.get(historyFlow.doneAtom), store.get(historyFlow.stateAtom)]).toEqual([null, 'running'])
  await loading
  expect(store.get(historyFlow.doneAtom)?.query).toBe('b')
})

it('the history page aborts loading one batch when another one is opened', async () => {
  const id = await saved()
  const first = store.set(enterHistoryAtom, 'no-such-history')
  await store.set(enterHistoryAtom, id)
  await first
  expect(store.get(historyFlow.doneAtom)?.query).toBe(id)
})

it('the history page fetches a batch again that could not be fetched', async () => {
  const id = await saved()
  const serve = globalThis.fetch
  answering(null)
  await store.set(enterHistoryAtom, id)
  expect(store.get(historyFlow.doneAtom)).toBeNull()
  vi.stubGlobal('fetch', serve)
  const loading = store.set(enterHistoryAtom, id)
  expect(store.get(historyFlow.stateAtom)).toBe('running')
  await loading
  expect(store.get(historyFlow.doneAtom)?.result.results.map(({ url }) => url)).toEqual(URLS)
})

it('the history page announces that it is loading, and then what it shows, also if there is no batch', async () => {
  expect(store.get(historyAnnouncementAtom)).toBe('')
  const loading = store.set(enterHistoryAtom, 'no-such-history')
  expect(store.get(historyAnnouncementAtom)).toBe(resultText.history.loading)
  await loading
  expect(store.get(historyAnnouncementAtom)).toBe(resultText.history.keptAlways(undefined))
  await store.set(enterHistoryAtom, await saved())
  expect(store.get(historyAnnouncementAtom)).toMatch(/^.* 時点の結果です$/)
})

it('the history page reports nothing after it was left', async () => {
  const loading = store.set(enterHistoryAtom, await saved())
  store.set(historyFlow.cancelAtom)
  await loading
  expect([store.get(historyFlow.doneAtom), store.get(historyFlow.stateAtom)]).toEqual([null, 'idle'])
})

describe('the page of a saved batch', () => {
  const results = [{ url: 'https://x.com/a/status/1', status: 'AVAILABLE' }]
  beforeEach(() => void vi.stubGlobal('location', new URL('https://checker.example/')))

  async function pageOf(answer: object): Promise<{ words: string; links: string }> {
    answering({ results, timestamp: 1, ...answer })
    store.set(historyFlow.setResultAtom, null)
    await store.set(enterHistoryAtom, 'an-id')
    const router = createElement(
      MemoryRouter,
      { initialEntries: ['/tweetcheck/history/an-id'] },
      createElement(HistoryPage),
    )
    const html = renderToStaticMarkup(createElement(Provider, { store }, router))
    return {
      words: html.replaceAll(/<[^>]*>/g, ''),
      links: decodeURIComponent([...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link).join(' ')),
    }
  }

  it('the history page calls a batch a demo if the sandbox judged it, whatever upstream the server has now', async () => {
    store.set(lastUpstreamAtom, 'x-api')
    const demo = await pageOf({ upstream: 'sandbox' })
    expect(demo.words).toContain(text.sandbox.notice)
    expect(demo.links).toContain('【デモ】架空のデータです')
    store.set(lastUpstreamAtom, 'sandbox')
    const real = await pageOf({ upstream: 'x-api' })
    expect(real.words).toContain(formatShortTime(1))
    expect(real.words).not.toContain(text.sandbox.notice)
    expect(real.links).not.toContain('デモ')
  })

  it('the history page says how many lines were not saved, if there were any', async () => {
    expect((await pageOf({ leftOut: 3 })).words).toContain(resultText.history.leftOut(3))
    for (const answer of [{}, { leftOut: 0 }])
      expect((await pageOf(answer)).words).not.toContain('行は保存していません')
  })
})
