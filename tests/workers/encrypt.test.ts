import { afterEach, expect, it, vi } from 'vitest'
import { encrypt } from '../../workers/encrypt.ts'
import { FRAGMENTS as fragments, decrypt } from './decrypt.ts'

afterEach(() => void vi.restoreAllMocks())

it.each(['203.0.113.7', '2001:db8::1', '', 'あ', 'sixteen bytes!!!'])(
  'an independent AES-256-CBC decrypts what the worker encrypted: %s',
  async (text) => {
    expect(decrypt(await encrypt({ text, fragments }))).toBe(text)
  },
)

it('encryption never uses an IV twice', async () => {
  const all = await Promise.all(
    Array.from({ length: 50 }, async () => await encrypt({ text: 'same', fragments })),
  )
  const ivs = all.map((base64) => Buffer.from(base64, 'base64').subarray(0, 16).toString('hex'))
  expect(new Set(ivs).size).toBe(50)
})

it('encryption returns an empty string and logs an error if a key fragment is missing', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect(await encrypt({ text: 'x', fragments: ['a', undefined, 'c', 'd'] })).toBe('')
  expect(String(warn.mock.calls[0]?.[0])).toContain('part of the encryption key is undefined')
})

it('encryption returns an empty string without crypto.subtle', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto)
  expect(await encrypt({ text: 'x', fragments })).toBe('')
})
