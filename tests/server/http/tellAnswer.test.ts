import { expect, it, vi } from 'vitest'
import type { AnsweredCall } from '../../../server/http/middleware.ts'
import { bodyFor, checkAccount, inProcess, post } from '../client.ts'
import { testApp } from '../testApp.ts'

const told: AnsweredCall[] = []
const call = inProcess(testApp({ difficulty: 1, onAnswer: (answer) => told.push(answer) }))
const routesOf = (answers: AnsweredCall[]) => answers.map(({ route }) => route)

it('tells of each answer its route, status and code, and nothing of its query', async () => {
  told.length = 0
  await checkAccount(call, bodyFor('sbx_clear'))
  await call('/api/get-history-by-session-id?id=secret')
  await call('/api/oembed?url=secret')
  await call('/api/ip?secret')
  expect(told.map(({ route, status, code }) => [route, status, code])).toEqual([
    ['/api/generate-keyvalue', 200, undefined],
    ['/api/check-by-user', 200, undefined],
    ['/api/get-history-by-session-id', 404, 'no_history'],
    ['/api/oembed', 400, 'bad_url'],
    ['/api/ip', 200, undefined],
  ])
})

// Each label of a metric is kept for ever: a path as a label lets anybody fill the memory.
it.each([
  ['GET', '/api/no-such-call/secret'],
  ['GET', '/api/ip/secret'],
  ['GET', '/api/%2Fsecret'],
  ['GET', '/api/check-by-user'],
  ['DELETE', '/api/ip'],
  ['POST', '/api/generate-keyvalue/secret'],
])('makes one label of all paths that are none of the API: %s %s', async (method, path) => {
  told.length = 0
  await call(path, { method })
  expect(routesOf(told)).toEqual(['other'])
})

it('has no more labels than the API has calls, whatever is asked', async () => {
  told.length = 0
  for (let index = 0; index < 50; index++) {
    await call(`/api/${index}`)
    await call(`/api/openapi.json?${index}`)
    await post(call, '/api/check-batch', { index })
  }
  expect(new Set(routesOf(told))).toEqual(new Set(['other', '/api/openapi.json', '/api/check-batch']))
})

it('tells how long an answer took', async () => {
  let passed = 5000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => passed)
  const slow = testApp({
    addressOf: () => ((passed += 250), '192.0.2.1'),
    limits: async () => ((passed += 0.5), 0),
    onAnswer: (answer) => told.push(answer),
  })
  told.length = 0
  await slow.request('/api/ip')
  clock.mockRestore()
  expect(told).toEqual([{ route: '/api/ip', status: 200, code: undefined, ms: 500.5 }])
})
