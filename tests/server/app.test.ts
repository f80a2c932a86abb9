import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { SANDBOX_ACCOUNTS } from '../../contract/sandboxAccounts.ts'
import { AccountCheck, BatchAnswer, History, Oembed } from '../../contract/wire.ts'
import { bodyFor, checkAccount, checkBatch, inProcess } from './client.ts'
import { testApp } from './testApp.ts'

const call = inProcess(testApp({ difficulty: 1 }))

describe('the account check over the sandbox', () => {
  const answering = SANDBOX_ACCOUNTS.filter(({ name }) => !/err|slow/.test(name))
  it.each(answering)('answers $name ($state) in the shape of the wire', async ({ name }) => {
    const answer = await checkAccount(call, bodyFor(name))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('X-Upstream')).toBe('sandbox')
    expect(v.is(AccountCheck, await answer.json())).toBe(true)
  })

  it('answers any other name as not found', async () => {
    const answer = await checkAccount(call, bodyFor('nobody_at_all'))
    expect(await answer.json()).toMatchObject({ not_found: true, search_ban: null })
  })

  it('sends posts only when they are asked for, and fewer without reposts', async () => {
    const count = async (more: object) => {
      const answer = await checkAccount(call, bodyFor('sbx_clear', more))
      return ((await answer.json()) as { tweets?: unknown[] }).tweets?.length
    }
    expect(await count({ searchban: false, repost: false })).toBeUndefined()
    expect(await count({})).toBe(20)
    expect(await count({ repost: false })).toBe(15)
  })

  it('fails on request with a message', async () => {
    const answer = await checkAccount(call, bodyFor('sbx_err_502'))
    expect(answer.status).toBe(502)
    expect(await answer.json()).toEqual({ message: expect.any(String), code: 'upstream' })
  })
})

it('tells a caller his own address, and nothing else', async () => {
  const call = inProcess(testApp({ addressOf: () => '2001:db8::7' }))
  expect(await (await call('/api/ip')).json()).toEqual({ ip: '2001:db8::7' })
})

describe('the batch check over the sandbox', () => {
  const urls = ['0', '6', '7', '8', '9', '4', '5'].map(
    (digit) => `https://x.com/sbx_mixed/status/198000000000000000${digit}`,
  )

  it('answers every URL once, in order, and saves the result', async () => {
    const answer = await checkBatch(call, [...urls, 'not a post', urls[0] ?? ''])
    const batch = v.parse(BatchAnswer, await answer.json())
    const statuses = [
      'AVAILABLE',
      'QUATE_FORBIDDEN',
      'FORBIDDEN',
      'NOT_FOUND',
      'UNKNOWN',
      'RESTRICTED',
      'UNSEARCHED',
    ]
    expect(batch.results.map(({ status }) => status)).toEqual([...statuses, 'INVALID_URL'])
    expect(batch.results.map(({ url }) => url)).toEqual([...urls, 'not a post'])
    const evidence = batch.results.map(({ evidence }) => evidence?.found)
    expect(evidence).toEqual([true, true, false, null, null, null, null, undefined])

    const saved = await call(`/api/get-history-by-session-id?id=${batch.sessionId}`)
    expect(v.parse(History, await saved.json()).results).toEqual(batch.results)
  })

  it('previews an existing post', async () => {
    const answer = await call(`/api/oembed?url=${encodeURIComponent(urls[0] ?? '')}`)
    expect(v.is(Oembed, await answer.json())).toBe(true)
    expect((await call(`/api/oembed?url=${encodeURIComponent(urls[5] ?? '')}`)).status).toBe(403)
    expect((await call(`/api/oembed?url=${encodeURIComponent(urls[3] ?? '')}`)).status).toBe(404)
  })
})
