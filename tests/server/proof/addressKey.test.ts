import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { encryptedAddresses } from '../../../server/proof/challenge.ts'
import { bodyFor, inProcess, outcome, post } from '../client.ts'
import { testApp } from '../testApp.ts'

const OURS = '0123456789abcdef0123456789abcdef'
const OTHER = 'another-key-of-thirty-two-chars-'
const SENTENCE = /^ENC_KEY does not open the addresses that the site's pages send: .*\.$/

/** The address as a page sends it. */
function sent(encKey: string): string {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', encKey, iv)
  return Buffer.concat([iv, cipher.update('203.0.113.1'), cipher.final()]).toString('base64')
}

function served() {
  const warned: string[] = []
  const addresses = encryptedAddresses(Buffer.from(OURS), (said) => warned.push(said))
  const call = inProcess(testApp({ addresses }))
  return {
    warned,
    ask: (key: string) => outcome(post(call, '/api/generate-keyvalue', bodyFor('someone', { key }))),
    trouble: async () => ((await (await call('/healthz')).json()) as { trouble?: string }).trouble,
  }
}
const REFUSED = { status: 400, code: 'bad_key' }

it('says in its log and its health that it cannot open what pages send, after the first ten', async () => {
  const { warned, ask, trouble } = served()
  for (let count = 0; count < 9; count++) expect(await ask(sent(OTHER))).toEqual(REFUSED)
  expect(await trouble()).toBeUndefined()
  expect(warned).toEqual([])
  expect(await ask(sent(OTHER))).toEqual(REFUSED)
  expect(await trouble()).toMatch(SENTENCE)
  for (let count = 0; count < 20; count++) await ask(sent(OTHER))
  expect(warned).toEqual([expect.stringMatching(SENTENCE)])
})

it('takes that back with the first address that it opens, and is not misled by a few strangers', async () => {
  const { warned, ask, trouble } = served()
  for (let count = 0; count < 10; count++) await ask('A'.repeat(64))
  expect(await trouble()).toMatch(SENTENCE)
  expect((await ask(sent(OURS))).status).toBe(200)
  expect(await trouble()).toBeUndefined()
  for (let count = 0; count < 9; count++) await ask(sent(OTHER))
  expect((await ask(sent(OURS))).status).toBe(200)
  expect(await trouble()).toBeUndefined()
  expect(warned).toHaveLength(1)
})

it('learns nothing from pages that send no address', async () => {
  const { ask, trouble } = served()
  for (let count = 0; count < 12; count++) expect((await ask('')).status).toBe(200)
  expect(await trouble()).toBeUndefined()
})
