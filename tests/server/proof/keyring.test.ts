import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { issueChallenge, verifyProof } from '../../../server/proof/challenge.ts'
import { readKeyring, rotateSigningKey } from '../../../server/proof/keyring.ts'
import { createFileSecretBox } from '../../../server/store/secrets.ts'
import type { SecretBox } from '../../../server/store/secrets.ts'
import { scratchFolder } from '../scratch.ts'

const folder = scratchFolder()
const boxAt = (name: string) => createFileSecretBox(join(folder, name))

describe('the keyring', () => {
  it('the keyring is made once, however many processes start at the same time', async () => {
    const rings = await Promise.all(Array.from({ length: 5 }, () => readKeyring(boxAt('together'))))
    const firsts = new Set(rings.map((ring) => ring.keys()[0]))
    expect(firsts.size).toBe(1)
  })

  it('the keyring switches to the next key and drops the old one exactly on time, and stores no key for longer', async () => {
    let text: string | null = null
    const box: SecretBox = {
      name: 'memory',
      read: async () => text,
      create: async (first) => void (text ??= first),
      replace: async (next) => ((text = next), true),
    }
    let time = 1_790_000_000_000
    const now = () => time
    const ring = await readKeyring(box, now)
    const [first] = ring.keys()
    await rotateSigningKey(box, now)
    await ring.refresh()
    const [, second] = ring.keys()
    time += 59_999
    expect(ring.keys()).toEqual([first, second])
    time += 1
    expect(ring.keys()).toEqual([second, first])
    time += 449_999
    expect(ring.keys()).toEqual([second, first])
    time += 1
    expect(ring.keys()).toEqual([second])
    await rotateSigningKey(box, now)
    expect(JSON.parse(text ?? '')).toHaveLength(2)
  })

  it('the keyring refuses no valid challenge, and makes one key, when it is rotated five times at once and once more', async () => {
    const box = boxAt('twice')
    const ring = await readKeyring(box)
    const token = issueChallenge(ring.keys(), 'batch', 0, Date.now())
    const rotated = await Promise.all(Array.from({ length: 5 }, () => rotateSigningKey(boxAt('twice'))))
    expect(rotated.filter(Boolean)).toHaveLength(1)
    expect(await rotateSigningKey(box)).toBe(false)
    const other = await readKeyring(box)
    expect(other.keys()).toHaveLength(2)
    expect(verifyProof(other.keys(), { token, counter: '1' }, Date.now()).token).toBe(token)
  })

  it('the keyring can be rotated after an earlier rotation was killed', async () => {
    const box = boxAt('died')
    await readKeyring(box)
    const left = join(folder, 'died.next')
    writeFileSync(left, '')
    expect(await rotateSigningKey(box)).toBe(false)
    utimesSync(left, 0, 0)
    expect(await rotateSigningKey(box)).toBe(true)
  })

  it('the keyring keeps its valid keys in use while the file is damaged or gone, and reports that', async () => {
    const box = boxAt('live')
    const ring = await readKeyring(box)
    const keys = ring.keys()
    writeFileSync(join(folder, 'live'), `[{"secret":"SECRET-${'s'.repeat(37)}","from":0}]`)
    await expect(ring.refresh()).rejects.toThrow(/^live is missing or damaged; [a-z ,;]+\.$/)
    rmSync(join(folder, 'live'))
    await expect(ring.refresh()).rejects.toThrow(/^live is missing or damaged/)
    expect(ring.keys()).toEqual(keys)
  })
})
