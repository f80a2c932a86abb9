import { createStore } from 'jotai/vanilla'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  agreeToSendResultAtom,
  sendOrOfferResultAtom,
  readTargetOfLink,
  sendResultStateAtom,
  sendResultAtom,
} from '../../../../src/profiler/posting/posting.ts'
import { stubSessionStorage } from '../../posts/form/sessionStorageStub.ts'
import { runOf } from '../runs/runOf.ts'

const run = runOf('difficulty=3&trials=20')

let server: Server
let answer: RequestListener
let received: { method: string | undefined; cookie: string | undefined; body: string }[]
let url = ''

beforeEach(async () => {
  received = []
  answer = (_, response) => response.writeHead(201).end()
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      received.push({ method: request.method, cookie: request.headers.cookie, body })
      answer(request, response)
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/results`
  stubSessionStorage('working')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

describe('the address that a link wants results sent to', () => {
  const on = (href: string) => (post: string) =>
    readTargetOfLink(new URLSearchParams({ post }), { href, protocol: new URL(href).protocol })
  const secure = on('https://site.example/pow')
  const plain = on('http://192.168.1.5:8787/pow')

  it('results may be sent to https, and to plain http only from a page over http or to this device', () => {
    const target = { url: 'https://collector.example/results', origin: 'https://collector.example' }
    expect(secure('https://collector.example/results')).toEqual(target)
    expect(secure('/collect')).toMatchObject({ url: 'https://site.example/collect' })
    expect(secure('http://192.168.1.6:8790/results')).toEqual({ unusable: 'insecure' })
    expect(secure('http://localhost:8790/results')).toMatchObject({ origin: 'http://localhost:8790' })
    expect(plain('http://192.168.1.6:8790/results')).toMatchObject({ origin: 'http://192.168.1.6:8790' })
  })

  it('results are not sent to other addresses or to addresses with a password', () => {
    for (const odd of [
      'javascript:alert(1)',
      'data:text/plain,x',
      'file:///etc/passwd',
      'https://',
      'ftp://x.example/',
    ]) {
      expect(secure(odd)).toEqual({ unusable: 'malformed' })
    }
    expect(secure('https://name:password@collector.example/')).toEqual({ unusable: 'secrets' })
  })
})

describe('a result that is sent', () => {
  async function sendResult() {
    const store = createStore()
    await store.set(sendResultAtom, url, run)
    const state = store.get(sendResultStateAtom)
    return 'sent' in state ? state.sent : state
  }

  it('a sent result is the exported JSON, without cookies', async () => {
    expect(await sendResult()).toEqual({ name: 'sent' })
    expect(received.map(({ method, cookie }) => [method, cookie])).toEqual([['POST', undefined]])
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(run)
  })

  it('a refused, an unanswered and an unreachable result are reported differently; redirects are not followed', async () => {
    answer = (_, response) => response.writeHead(422).end()
    expect(await sendResult()).toEqual({ name: 'refused', status: 422 })
    answer = (_, response) => response.writeHead(307, { Location: `${url}/elsewhere` }).end()
    expect(await sendResult()).toEqual({ name: 'network' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const arrives = new Promise((resolve) => (answer = resolve))
    const unanswered = sendResult()
    await arrives
    vi.advanceTimersByTime(60_000)
    expect(await unanswered).toEqual({ name: 'late' })
    vi.useRealTimers()
    expect(received).toHaveLength(3)
    await new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    })
    expect(await sendResult()).toEqual({ name: 'network' })
  })
})

describe('the question before a result is sent', () => {
  it('the page asks once for each address before it sends anything, and sends a result once', async () => {
    const store = createStore()
    const receiver = { url, sendsWithoutAsking: false }
    await store.set(sendOrOfferResultAtom, receiver, run)
    expect(store.get(sendResultStateAtom).name).toBe('asking')
    expect(received).toEqual([])
    await store.set(agreeToSendResultAtom, url, run)
    expect(store.get(sendResultStateAtom)).toMatchObject({ name: 'done', sent: { name: 'sent' } })
    await store.set(sendOrOfferResultAtom, receiver, run)
    expect(received).toHaveLength(1)
    await store.set(sendOrOfferResultAtom, receiver, { ...run })
    expect(received).toHaveLength(2)
    await store.set(sendOrOfferResultAtom, { url: `${url}?another`, sendsWithoutAsking: false }, run)
    expect(store.get(sendResultStateAtom).name).toBe('asking')
    expect(received).toHaveLength(2)
  })

  it('sending a result again does not ask again', async () => {
    const store = createStore()
    answer = (_, response) => response.writeHead(503).end()
    await store.set(sendOrOfferResultAtom, { url, sendsWithoutAsking: true }, run)
    expect(store.get(sendResultStateAtom)).toMatchObject({ sent: { name: 'refused', status: 503 } })
    answer = (_, response) => response.writeHead(201).end()
    await store.set(sendResultAtom, url, run)
    expect(store.get(sendResultStateAtom)).toMatchObject({ sent: { name: 'sent' } })
    expect(received).toHaveLength(2)
  })
})
