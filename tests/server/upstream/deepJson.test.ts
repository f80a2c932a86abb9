import { afterAll, expect, it } from 'vitest'
import { createX } from '../../../server/upstream/x/createX.ts'
import { bodyFor, checkAccount, checkBatch, inProcess, outcome } from '../client.ts'
import { testApp } from '../testApp.ts'
import { oembedOf, startStubX } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { xOptions } from './xOptions.ts'

/** Deeper than a recursive function's stack reaches. */
const DEPTH = 30_000
const deep = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`

const sends =
  (text: string): Answer =>
  (_url, response) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
const stub = await startStubX({
  '/oembed': sends(`${JSON.stringify(oembedOf()).slice(0, -1)},"more":${deep}}`),
  '/2/': sends(`{"data":${deep},"errors":${deep}}`),
})
afterAll(() => stub.close())

const faults: unknown[] = []
const upstream = createX(xOptions(stub.base, { onFault: (error) => void faults.push(error) }))
const call = inProcess(testApp({ difficulty: 1, upstream, onFault: (error) => faults.push(error) }))

it('takes an answer of X that is nested without end for none, and is not at fault itself', async () => {
  const batch = await checkBatch(call, ['https://x.com/a/status/1'])
  expect(await batch.json()).toMatchObject({ results: [{ status: 'UNKNOWN' }] })
  const preview = await call('/api/oembed?url=https://x.com/a/status/2')
  expect(await outcome(preview)).toEqual({ status: 502, code: 'upstream' })
  expect(await outcome(checkAccount(call, bodyFor('someone')))).toEqual({ status: 502, code: 'upstream' })
  expect(faults).toEqual([])
})
