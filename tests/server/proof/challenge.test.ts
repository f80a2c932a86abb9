import * as fc from 'fast-check'
import { createHmac, randomBytes } from 'node:crypto'
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Statement, Ticket } from '../../../contract/feedback.ts'
import { LEEWAY_S, LIFETIME_S, issue, valueOf, verify } from '../../../server/proof/challenge.ts'
import type { Bound, Keys } from '../../../server/proof/challenge.ts'
import { REFRESH_MS, openKeyring, readKeyring, rotate } from '../../../server/proof/keyring.ts'
import { TICKET_MS, ticketsFor, verifyTicket } from '../../../server/proof/ticket.ts'
import { fileSecretBox } from '../../../server/store/secrets.ts'
import type { SecretBox } from '../../../server/store/secrets.ts'
import { waitFor } from '../../waitFor.ts'
import { bodyFor } from '../client.ts'
import { scratchFolder } from '../scratch.ts'
import { solve } from '../solve.ts'

describe('challenge', () => {
  const newKey = () => randomBytes(32).toString('base64url')
  const keys: Keys = [newKey()]
  const body = bodyFor('someone', { key: 'k' })
  const NOW = 1_790_000_000_000

  function proofOf(bound: Bound = body, difficulty = 2) {
    const token = issue(keys, bound, difficulty, NOW)
    return { token, counter: solve({ key: token, value: valueOf(difficulty) }) }
  }
  const codeOf = (work: () => unknown) => {
    try {
      work()
      return 'accepted'
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  describe('a challenge', () => {
    it('is 48 base64url characters that never end in a digit, whatever it is bound to', () => {
      fc.assert(
        fc.property(fc.string(), fc.string(), fc.nat(9), (screen_name, key, difficulty) => {
          expect(issue(keys, bodyFor(screen_name, { key }), difficulty, NOW)).toMatch(/^[\w-]{47}[A-Za-z_-]$/)
        }),
      )
    })

    it('is accepted with its work by either of two keys, and by no other', () => {
      const proof = proofOf()
      const other = newKey()
      expect(verify(keys, proof, body, NOW).ttlMs).toBe((LIFETIME_S + LEEWAY_S) * 1000)
      expect(codeOf(() => verify([other, ...keys], proof, body, NOW))).toBe('accepted')
      expect(codeOf(() => verify([other], proof, body, NOW))).toBe('forged')
    })

    it('keeps its form, so that servers of two versions take each other’s', () => {
      const known: Keys = ['k'.repeat(43)]
      const check = bodyFor('someone', { key: 'k', repost: false })
      const batchToken = 'EGqxPKzFrEH5anvhT1PNoYwrqgxjHlRwiacJ7LMb-SPLWkmV'
      const checkToken = 'EGqxPKyZAUn_0zqFsJjX-vaBQbqodM_oGKsc4XkVb9p5m1nG'
      expect(codeOf(() => verify(known, { token: batchToken, counter: '0' }, 'batch', NOW))).toBe('accepted')
      expect(codeOf(() => verify(known, { token: checkToken, counter: '0' }, check, NOW))).toBe('accepted')
    })

    it('is refused when any byte of it is changed', () => {
      const { token, counter } = proofOf()
      const swapped = [...token].flatMap((own, index) =>
        ['A', 'B', '0', '=', '+', 'あ']
          .filter((other) => other !== own)
          .map((other) => token.slice(0, index) + other + token.slice(index + 1)),
      )
      const codes = swapped.map((forged) => codeOf(() => verify(keys, { token: forged, counter }, body, NOW)))
      expect(new Set(codes)).toEqual(new Set(['forged']))
    })

    it('is refused when it is of another version, also with a signature that holds', () => {
      const bytes = Buffer.from(issue(keys, body, 0, NOW), 'base64url')
      for (let version = 0; version < 16; version++) {
        bytes[0] = version << 4
        let token = ''
        // The last character must be no digit: the random part is counted on until it is none.
        for (let random = 0; !/^[\w-]{47}[A-Za-z_-]$/.test(token); random++) {
          bytes[5] = random
          createHmac('sha256', keys[0]).update(bytes.subarray(0, 20)).digest().copy(bytes, 20, 0, 16)
          token = bytes.toString('base64url')
        }
        const code = codeOf(() => verify(keys, { token, counter: '1' }, body, NOW))
        expect(code).toBe(version === 1 ? 'accepted' : 'forged')
      }
    })

    it('is refused when characters are taken away, added or spliced into the counter', () => {
      const { token, counter } = proofOf()
      const codes = [
        { token: token.slice(0, -1), counter: `${token.at(-1)}${counter}` },
        { token: `${token}${counter.slice(0, 1)}`, counter: counter.slice(1) },
        { token: `${token} `, counter },
        { token: `${token}\n`, counter },
      ].map((proof) => codeOf(() => verify(keys, proof, body, NOW)))
      expect(new Set(codes)).toEqual(new Set(['forged']))
    })

    it('expires five minutes and the leeway after it was issued', () => {
      const proof = proofOf()
      const end = NOW + (LIFETIME_S + LEEWAY_S) * 1000
      expect(codeOf(() => verify(keys, proof, body, end - 1))).toBe('accepted')
      expect(codeOf(() => verify(keys, proof, body, end))).toBe('expired')
    })

    it.each([
      ['another name', bodyFor('someone_else', { key: 'k' })],
      ['the name in capitals', bodyFor('SOMEONE', { key: 'k' })],
      ['another key', bodyFor('someone', { key: 'l' })],
      ['posts left out', bodyFor('someone', { key: 'k', searchban: false })],
      ['reposts left out', bodyFor('someone', { key: 'k', repost: false })],
      ['a batch', 'batch'],
    ] as [string, Bound][])('does not open %s', (_name, bound) => {
      expect(codeOf(() => verify(keys, proofOf(), bound, NOW))).toBe('mismatch')
    })

    it('of a batch opens no account check', () => {
      expect(codeOf(() => verify(keys, proofOf('batch'), body, NOW))).toBe('mismatch')
      expect(codeOf(() => verify(keys, proofOf('batch'), 'batch', NOW))).toBe('accepted')
    })

    it('is refused without work', () => {
      const token = issue(keys, body, 12, NOW)
      for (let counter = 0; counter < 50; counter++) {
        expect(codeOf(() => verify(keys, { token, counter: String(counter) }, body, NOW))).toBe('no_work')
      }
    })

    it('takes a counter in exactly one spelling', () => {
      const token = issue(keys, body, 0, NOW)
      const judge = (counter: string | undefined) => codeOf(() => verify(keys, { token, counter }, body, NOW))
      for (const good of ['0', '7', '9999999']) expect(judge(good)).toBe('accepted')
      const bad = [
        undefined,
        '',
        '+1',
        '01',
        '-0',
        '1e3',
        '１２',
        '12\n',
        ' 1',
        '0x1',
        '1.0',
        '10000000',
        'NaN',
      ]
      for (const counter of bad) expect(judge(counter)).toBe('bad_counter')
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (counter) => {
          const plain = String(Number(counter)) === counter && /^\d{1,7}$/.test(counter)
          expect(judge(counter)).toBe(plain ? 'accepted' : 'bad_counter')
        }),
      )
    })

    it('is asked for first', () => {
      expect(codeOf(() => verify(keys, { token: undefined, counter: '1' }, body, NOW))).toBe('token_missing')
    })
  })
})

describe('keyring', () => {
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

    it("signs with a new key after a minute, and believes the one before it for a challenge's life", async () => {
      vi.useFakeTimers({ now: 1_790_000_000_000 })
      const box = boxAt('rotation')
      const ring = await openAt(box)
      const [old] = ring.keys()
      const token = issue(ring.keys(), 'batch', 0, Date.now())
      const holds = () => verify(ring.keys(), { token, counter: '1' }, 'batch', Date.now()).id

      expect(await rotate(box)).toBe(true)
      await vi.advanceTimersByTimeAsync(20_000)
      await waitFor(() => expect(ring.keys()).toHaveLength(2))
      expect(ring.keys()[0]).toBe(old)
      await vi.advanceTimersByTimeAsync(45_000)
      expect(ring.keys()[0]).not.toBe(old)
      expect(holds()).toBe(token)

      await vi.advanceTimersByTimeAsync(8 * 60_000)
      expect(ring.keys()).toHaveLength(1)
      expect(holds).toThrow('not issued here')
      ring.close()
    })

    it('hands over at the very moment, forgets at the very moment, and keeps no key for longer in its box', async () => {
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
      await rotate(box, now)
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
      await rotate(box, now)
      expect(JSON.parse(text ?? '')).toHaveLength(2)
    })

    it('reads its box no more once it is closed', async () => {
      vi.useFakeTimers()
      let reads = 0
      const box = boxAt('closed')
      const ring = await openAt({ ...box, read: () => (reads++, box.read()) })
      ring.close()
      const before = reads
      await vi.advanceTimersByTimeAsync(3 * REFRESH_MS)
      expect(reads).toBe(before)
    })

    it('refuses no valid challenge, and makes one key, when it is rotated five times at once and once more', async () => {
      const box = boxAt('twice')
      const ring = await openAt(box)
      const token = issue(ring.keys(), 'batch', 0, Date.now())
      const rotated = await Promise.all(Array.from({ length: 5 }, () => rotate(boxAt('twice'))))
      expect(rotated.filter(Boolean)).toHaveLength(1)
      expect(await rotate(box)).toBe(false)
      const other = await openAt(box)
      expect(other.keys()).toHaveLength(2)
      expect(verify(other.keys(), { token, counter: '1' }, 'batch', Date.now()).id).toBe(token)
      ring.close()
      other.close()
    })

    it('is not kept from rotating by a rotation that died', async () => {
      const box = boxAt('died')
      const ring = await openAt(box)
      const left = join(folder, 'died.next')
      writeFileSync(left, '')
      expect(await rotate(box)).toBe(false)
      utimesSync(left, 0, 0)
      expect(await rotate(box)).toBe(true)
      ring.close()
    })

    it.each(['[{"secret":"SECRET-short","from":0}]', '[{"secret":"SECRET', ''])(
      'refuses to start over a damaged file rather than forget its keys, and tells nothing of it: %j',
      async (text) => {
        writeFileSync(join(folder, 'damaged'), text)
        await expect(openAt(boxAt('damaged'))).rejects.toThrow(/^damaged is missing or damaged; restore it/)
      },
    )

    it('keeps its good keys in use while the file is damaged or gone, and says so', async () => {
      vi.useFakeTimers({ now: 1_790_000_000_000 })
      const box = boxAt('live')
      const faults: string[] = []
      const ring = await openKeyring(box, (error) => faults.push(String(error)))
      const keys = ring.keys()
      writeFileSync(join(folder, 'live'), '[{"secret":"SECRET-short","from":0}]')
      await vi.advanceTimersByTimeAsync(20_000)
      await waitFor(() => expect(faults).toHaveLength(1))
      rmSync(join(folder, 'live'))
      await vi.advanceTimersByTimeAsync(20_000)
      await waitFor(() => expect(faults).toHaveLength(2))
      expect(faults.join()).not.toContain('SECRET')
      expect(ring.keys()).toEqual(keys)
      ring.close()
    })
  })
})

describe('ticket', () => {
  /** A whole second, as challenges count. */
  const NOW = 1_790_000_000_000
  const OLD: Keys = ['an-old-secret']
  const CURRENT: Keys = ['a-current-secret', ...OLD]
  const STATED: Statement[] = [
    { item: 'search_ban', verdict: 'clear', method: 'recent_search' },
    { item: 'post:excluded', verdict: 'affected', method: 'post_search' },
  ]
  const token = issue(OLD, 'batch', 3, NOW)

  function given(keys: Keys, from = token): [Ticket, Ticket] {
    const [first, second] = ticketsFor(keys, from, STATED)
    if (!first || !second) throw new Error('a statement without a ticket')
    return [first, second]
  }
  const seen = (ticket: Ticket) => ({ ...ticket, seen: 'seen' }) as const
  /** How long the ticket still holds, or why it is refused. */
  function held(keys: Keys, ticket: Ticket, now = NOW) {
    try {
      return verifyTicket(keys, seen(ticket), now).ttlMs
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  it('states the verdict and the day in Japan of the challenge', () => {
    const [{ ticket, ...first }, second] = given(OLD)
    expect(first).toEqual({ ...STATED[0], day: '2026-09-21' })
    expect(second).toMatchObject({ ...STATED[1], day: '2026-09-21' })
    expect(ticket).toMatch(/^[\w-]{48}$/)
  })

  it('is the same for the same check, and another for each item and each check', () => {
    const [first, second] = given(OLD)
    expect(given(OLD)).toEqual([first, second])
    const [third] = given(OLD, issue(OLD, 'batch', 3, NOW))
    const ids = [first, second, third].map((ticket) => verifyTicket(OLD, seen(ticket), NOW).id)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
  })

  it('holds for 40 minutes from the challenge, and not a millisecond more', () => {
    const [ticket] = given(OLD)
    expect(held(OLD, ticket)).toBe(TICKET_MS)
    expect(held(OLD, ticket, NOW + TICKET_MS - 1)).toBe(1)
    expect(held(OLD, ticket, NOW + TICKET_MS)).toBe('old_ticket')
  })

  it('holds under each of the secrets in use, and under no other', () => {
    const [ticket] = given(OLD)
    expect(held(CURRENT, ticket)).toBe(TICKET_MS)
    expect(held(CURRENT, given(CURRENT)[0])).toBe(TICKET_MS)
    expect(held(OLD, given(CURRENT)[0])).toBe('bad_ticket')
  })

  it.each([
    ['item', { item: 'ghost_ban' }],
    ['verdict', { verdict: 'affected' }],
    ['method', { method: 'unstated' }],
    ['day', { day: '2026-09-22' }],
  ] as const)('holds for its own %s alone', (_, other) => {
    expect(held(OLD, { ...given(OLD)[0], ...other })).toBe('bad_ticket')
  })
})
