import { createDecipheriv } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeWorker } from './FakeWorker.ts'

const FRAGMENTS = ['dev-only', '-aes-key', '-of-32-c', 'haracter']

const fresh = async () => await import('../../../src/crypto/workerPool.ts')

beforeEach(() => {
  FakeWorker.made.length = 0
  vi.resetModules()
  vi.stubGlobal('Worker', FakeWorker)
  for (const [index, fragment] of FRAGMENTS.entries()) vi.stubEnv(`VITE_ENC_KEY_${index + 1}`, fragment)
})
afterEach(() => {
  vi.doUnmock('../../../src/crypto/searchWorker.ts')
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

function decrypt(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  const decipher = createDecipheriv('aes-256-cbc', FRAGMENTS.join(''), bytes.subarray(0, 16))
  return decipher.update(bytes.subarray(16), undefined, 'utf8') + decipher.final('utf8')
}

describe('a text that is encrypted', () => {
  it('goes to one worker, with the configured key', async () => {
    const { encryptInWorker } = await fresh()
    FakeWorker.encrypt = async ({ text, fragments }) => `${text} ${fragments.join('')}`
    expect(await encryptInWorker('203.0.113.7')).toBe(`203.0.113.7 ${FRAGMENTS.join('')}`)
    expect(FakeWorker.made).toHaveLength(1)
  })

  it('goes to another worker when the first one dies, and to the page when that one dies, too', async () => {
    const { encryptInWorker } = await fresh()
    const asked: number[] = []
    FakeWorker.encrypt = (_, worker) => {
      asked.push(worker.number)
      queueMicrotask(() => worker.die())
      return new Promise(() => undefined)
    }
    expect(decrypt(await encryptInWorker('203.0.113.7'))).toBe('203.0.113.7')
    expect(asked).toEqual([1, 2])
    expect(FakeWorker.made.map(({ terminated }) => terminated)).toEqual([true, true])
  })

  it('is given up after three tries and tried again by the next check, which this one does not wait for', async () => {
    const encrypt = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('broken')))
    vi.doMock('../../../src/crypto/searchWorker.ts', () => ({
      createSearchWorker: () => ({ encrypt, close() {} }),
      createPageWorker: async () => ({ encrypt, close() {} }),
    }))
    const { encryptInWorker } = await fresh()
    await expect(encryptInWorker('203.0.113.7')).rejects.toThrow('broken')
    expect(encrypt).toHaveBeenCalledTimes(3)
  })
})
