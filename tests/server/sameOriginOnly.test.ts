import { expect, it } from 'vitest'
import { countInMemory, createLimits } from '../../server/http/limits.ts'
import { inProcess, outcome } from './client.ts'
import { testApp } from './testApp.ts'

const OURS = 'https://checker.example'
const call = inProcess(testApp({ origins: [OURS] }))
const PREVIEW = '/api/oembed?url=https://x.com/sbx_clear/status/1980000000000000001'

const REFUSED = { status: 403, code: 'other_site' }
const GIVEN = { status: 200, code: undefined }

it.each([
  ['a browser that does not say where it comes from', {}, GIVEN],
  ['a page of this origin', { 'Sec-Fetch-Site': 'same-origin' }, GIVEN],
  ['a visitor who typed the address', { 'Sec-Fetch-Site': 'none' }, GIVEN],
  ['a listed site', { 'Sec-Fetch-Site': 'cross-site', Origin: OURS }, GIVEN],
  ['a listed site of the same domain', { 'Sec-Fetch-Site': 'same-site', Origin: OURS }, GIVEN],
  ['a picture in a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, REFUSED],
  ['a picture in a page of a neighbour', { 'Sec-Fetch-Site': 'same-site' }, REFUSED],
  ['a call of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://other.example' }, REFUSED],
])('answers a preview for %s as it should', async (_name, headers, expected) => {
  expect(await outcome(call(PREVIEW, { headers }))).toEqual(expected)
})

// 600 pictures in a foreign page once shut its visitor out for a minute.
it.each([
  PREVIEW,
  '/api/ip',
  '/api/agreement',
  '/api/get-history-by-session-id?id=1234567890123456789012',
  '/tweetcheck/history/1234567890123456789012',
])("uses up nothing of a visitor's limit when another site's page names %s as a picture", async (path) => {
  const limits = createLimits(1, countInMemory())
  const limited = inProcess(testApp({ limits, feedbackPercent: 1 }))
  const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }
  for (let count = 0; count < 20; count++) await limited(path, { headers })
  expect((await limited(PREVIEW)).status).toBe(200)
  expect((await limited('/api/ip')).status).toBe(200)
})
