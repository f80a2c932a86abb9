import * as fc from 'fast-check'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { VALUE_PER_DIFFICULTY } from '../../../contract/challenge.ts'
import {
  CHALLENGE_LEEWAY_S,
  CHALLENGE_LIFETIME_S,
  issueChallenge,
  requireChallengeScope,
  verifyProof,
} from '../../../server/proof/challenge.ts'
import type { ChallengeScope, SigningKeys, ProofHeaders } from '../../../server/proof/challenge.ts'
import { bodyFor, solve } from '../client.ts'

const newKey = () => randomBytes(32).toString('base64url')
const keys: SigningKeys = [newKey()]
const body = bodyFor('someone', { key: 'k' })
const NOW = 1_790_000_000_000

function proofOf(scope: ChallengeScope = body, difficulty = 2) {
  const token = issueChallenge(keys, scope, difficulty, NOW)
  return { token, counter: solve({ key: token, value: difficulty * VALUE_PER_DIFFICULTY }) }
}
function verify(keys: SigningKeys, proof: ProofHeaders, scope: ChallengeScope, nowMs: number) {
  const verified = verifyProof(keys, proof, nowMs)
  requireChallengeScope(verified, scope)
  return verified
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
  it('a challenge is 48 base64url characters that never end in a digit, whatever it is bound to', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(9), (screen_name, key, difficulty) => {
        expect(issueChallenge(keys, bodyFor(screen_name, { key }), difficulty, NOW)).toMatch(
          /^[\w-]{47}[A-Za-z_-]$/,
        )
      }),
    )
  })

  it('a challenge is accepted with its solution by either of two keys, and by no other', () => {
    const proof = proofOf()
    const other = newKey()
    expect(verify(keys, proof, body, NOW).expiresMs).toBe(
      NOW + (CHALLENGE_LIFETIME_S + CHALLENGE_LEEWAY_S) * 1000,
    )
    expect(codeOf(() => verify([other, ...keys], proof, body, NOW))).toBe('accepted')
    expect(codeOf(() => verify([other], proof, body, NOW))).toBe('bad_signature')
  })

  it('a challenge keeps its format, so that servers of two versions accept each other’s', () => {
    const known: SigningKeys = ['k'.repeat(43)]
    const check = bodyFor('someone', { key: 'k', repost: false })
    const batchToken = 'EGqxPKzFrEH5anvhT1PNoYwrqgxjHlRwiacJ7LMb-SPLWkmV'
    const checkToken = 'EGqxPKyZAUn_0zqFsJjX-vaBQbqodM_oGKsc4XkVb9p5m1nG'
    expect(codeOf(() => verify(known, { token: batchToken, counter: '0' }, 'batch', NOW))).toBe('accepted')
    expect(codeOf(() => verify(known, { token: checkToken, counter: '0' }, check, NOW))).toBe('accepted')
  })

  it('a challenge is refused when any byte of it is changed', () => {
    const { token, counter } = proofOf()
    const swapped = [...token].flatMap((own, index) =>
      ['A', 'B', '0', '=', '+', 'あ']
        .filter((other) => other !== own)
        .map((other) => token.slice(0, index) + other + token.slice(index + 1)),
    )
    const codes = swapped.map((forged) => codeOf(() => verify(keys, { token: forged, counter }, body, NOW)))
    expect(new Set(codes)).toEqual(new Set(['bad_signature']))
  })

  it('a challenge is refused when it is of another version, also with a signature that holds', () => {
    const bytes = Buffer.from(issueChallenge(keys, body, 0, NOW), 'base64url')
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
      expect(code).toBe(version === 1 ? 'accepted' : 'bad_signature')
    }
  })

  it('a challenge is refused if characters are removed, added or moved into the counter', () => {
    const { token, counter } = proofOf()
    const codes = [
      { token: token.slice(0, -1), counter: `${token.at(-1)}${counter}` },
      { token: `${token}${counter.slice(0, 1)}`, counter: counter.slice(1) },
      { token: `!${token}`, counter },
      { token: `${token} `, counter },
      { token: `${token}\n`, counter },
    ].map((proof) => codeOf(() => verify(keys, proof, body, NOW)))
    expect(new Set(codes)).toEqual(new Set(['bad_signature']))
  })

  it('a challenge expires five minutes and the leeway after it was issued', () => {
    const proof = proofOf()
    const end = NOW + (CHALLENGE_LIFETIME_S + CHALLENGE_LEEWAY_S) * 1000
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
  ] as [string, ChallengeScope][])('a challenge is not valid for %s', (_name, scope) => {
    expect(codeOf(() => verify(keys, proofOf(), scope, NOW))).toBe('mismatch')
  })

  it('a challenge of a batch is not valid for an account check', () => {
    expect(codeOf(() => verify(keys, proofOf('batch'), body, NOW))).toBe('mismatch')
    expect(codeOf(() => verify(keys, proofOf('batch'), 'batch', NOW))).toBe('accepted')
  })

  it('a challenge accepts a counter in exactly one spelling', () => {
    const token = issueChallenge(keys, body, 0, NOW)
    const judge = (counter: string | undefined) => codeOf(() => verify(keys, { token, counter }, body, NOW))
    for (const good of ['0', '7', '9999999']) expect(judge(good)).toBe('accepted')
    for (const bad of [undefined, '01', '１２', '12\n', '0x1', '10000000'])
      expect(judge(bad)).toBe('bad_counter')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (counter) => {
        const plain = String(Number(counter)) === counter && /^\d{1,7}$/.test(counter)
        expect(judge(counter)).toBe(plain ? 'accepted' : 'bad_counter')
      }),
    )
  })
})
