import { describe, expect, it } from 'vitest'
import { bodyFor, checkAccount, checkBatch, inProcess, outcome, post } from './client.ts'
import { testApp } from './testApp.ts'

const call = inProcess(testApp({ difficulty: 1 }))
const body = bodyFor('sbx_clear')
const JSON_TYPE = { 'Content-Type': 'application/json' }

it('takes any text for the encrypted address, which is opaque to the server', async () => {
  for (const key of ['', 'x', 'あ', 'A'.repeat(64), ' \n']) {
    const answer = await post(call, '/api/generate-keyvalue', bodyFor('someone', { key }))
    expect(answer.status).toBe(200)
  }
})

describe('a body', () => {
  const raw = (text: string) =>
    outcome(call('/api/generate-keyvalue', { method: 'POST', headers: JSON_TYPE, body: text }))

  it.each(['', 'null', '{', JSON.stringify({ ...body, repost: 'yes' }), JSON.stringify(bodyFor('a b'))])(
    'of another shape is refused: %s',
    async (text) => {
      expect(await raw(text)).toEqual({ status: 400, code: 'bad_body' })
    },
  )

  it('cannot touch a prototype', async () => {
    const text = JSON.stringify(body).replace(
      '{',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
    )
    expect((await raw(text)).status).toBe(200)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('holds 1 to 200 URLs of up to 2,048 characters', async () => {
    const urls = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://x.com/a/status/${index + 1}`)
    expect((await checkBatch(call, urls(200))).status).toBe(200)
    expect((await checkBatch(call, urls(201))).status).toBe(400)
    expect((await checkBatch(call, [])).status).toBe(400)
    const long = (characters: number) => ['https://x.com/a/status/1?'.padEnd(characters, 'q')]
    expect((await checkBatch(call, long(2048))).status).toBe(200)
    expect((await checkBatch(call, long(2049))).status).toBe(400)
  })
})

describe('every answer of the API', () => {
  it('names its upstream, is not cached, and is JSON with a message when it refuses', async () => {
    const answers = await Promise.all([
      call('/api/nothing'),
      call('/api/ip'),
      call('/api/check-by-user', { method: 'POST', headers: JSON_TYPE, body: '{' }),
      call('/api/oembed'),
      checkAccount(call, bodyFor('sbx_err_500')),
    ])
    for (const answer of answers) {
      expect(answer.headers.get('X-Upstream')).toBe('sandbox')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
      expect(answer.headers.get('Retry-After')).toBeNull()
    }
    const refusals = await Promise.all(answers.filter(({ ok }) => !ok).map((answer) => answer.json()))
    const refusal = { message: expect.any(String) as string, code: expect.any(String) as string }
    expect(refusals).toEqual([refusal, refusal, refusal, refusal])
  })
})
