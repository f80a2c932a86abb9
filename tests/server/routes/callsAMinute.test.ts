import { expect, it } from 'vitest'
import { countInMemory, createLimits } from '../../../server/http/limits.ts'
import { bodyFor, inProcess, post } from '../client.ts'
import { testApp } from '../testApp.ts'

const ONE = bodyFor('sbx_clear')
const BATCH = { urls: ['https://x.com/a/status/1'], key: { token: '' } }
const PREVIEW = '/api/oembed?url=https://x.com/sbx_clear/status/1980000000000000001'

it.each([
  ['/api/generate-keyvalue', ONE, 2],
  ['/api/check-by-user', ONE, 2],
  ['/api/check-by-user-inner', ONE, 2],
  ['/api/check-batch', BATCH, 2],
  [PREVIEW, null, 8],
  ['/api/get-history-by-session-id?id=none', null, 20],
  ['/api/ip', null, 20],
])('lets %s through as often as its kind may be called', async (path, body, most) => {
  const call = inProcess(testApp({ limits: createLimits(2, countInMemory()) }))
  const statuses: number[] = []
  for (let count = 0; count <= most; count++) {
    statuses.push((body === null ? await call(path) : await post(call, path, body)).status)
  }
  expect(statuses.slice(0, most)).not.toContain(429)
  expect(statuses[most]).toBe(429)
})

it('counts previews apart from checks, so that a list of posts costs no check', async () => {
  const call = inProcess(testApp({ limits: createLimits(2, countInMemory()) }))
  for (let count = 0; count <= 8; count++) await call(PREVIEW)
  expect((await call(PREVIEW)).status).toBe(429)
  expect((await post(call, '/api/generate-keyvalue', ONE)).status).toBe(200)
})
