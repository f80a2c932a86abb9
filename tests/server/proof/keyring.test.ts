import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { issue, verify } from '../../../server/proof/challengeKey.ts'
import { openKeyring, rotate } from '../../../server/proof/keyring.ts'
import { fileSecretBox } from '../../../server/store/fileSecretBox.ts'
import type { SecretBox } from '../../../server/store/SecretBox.ts'
import { scratchFolder } from '../scratch.ts'

const folder = scratchFolder()
const boxAt = (name: string) => fileSecretBox(join(folder, name))
const fail = (error: unknown) => {
  throw error
}
afterEach(() => vi.useRealTimers())

const openAt = (box: SecretBox, now: () => number = Date.now) => openKeyring(box, fail, now)

describe('the keyring', () => {
  it('is made once, however many processes start at the same time', async () => {
    const rings = await Promise.all(Array.from({ length: 5 }, () => openAt(boxAt('together'))))
    const firsts = new Set(rings.map((ring) => ring.keys()[0]))
    expect(firsts.size).toBe(1)
    for (const ring of rings) ring.close()
  })

  it('keeps two keys: a new one that takes over in a minute, and the one before it', async () => {
    vi.useFakeTimers({ now: 1_790_000_000_000 })
    const box = boxAt('rotation')
    const ring = await openAt(box)
    const [old] = ring.keys()
    const token = issue(ring.keys(), 'batch', 0, Date.now())
    const holds = () => verify(ring.keys(), { token, counter: '1' }, 'batch', Date.now()).id

    await rotate(box)
    await vi.advanceTimersByTimeAsync(20_000)
    await vi.waitFor(() => expect(ring.keys()).toHaveLength(2))
    expect(ring.keys()[0]).toBe(old)
    await vi.advanceTimersByTimeAsync(45_000)
    expect(ring.keys()[0]).not.toBe(old)
    expect(holds()).toBe(token)

    await rotate(box)
    await vi.advanceTimersByTimeAsync(20_000)
    await vi.waitFor(() => expect(holds).toThrow('not issued here'))
    expect(ring.keys()).toHaveLength(2)
    ring.close()
  })

  it('refuses to start over a damaged file rather than forget its keys', async () => {
    const box = boxAt('damaged')
    await box.create('[{"secret":"short","from":0}]')
    await expect(openAt(box)).rejects.toThrow('Invalid format')
  })
})
