import { createHmac, randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { macKeyOf, macOf, MESSAGE } from '../../../server/proof/mac.ts'

describe('a message authentication code', () => {
  it('is the HMAC-SHA-256 of node', () => {
    const bytes = (options: fc.IntArrayConstraints) => fc.uint8Array(options)
    fc.assert(
      fc.property(
        bytes({ maxLength: 64 }),
        bytes({ minLength: MESSAGE, maxLength: MESSAGE + 16 }),
        (secret, message) => {
          const expected = createHmac('sha256', secret).update(message.subarray(0, MESSAGE)).digest('binary')
          expect(macOf(macKeyOf(secret), Buffer.from(message))).toBe(expected)
        },
      ),
    )
  })

  it('does not mix up two keys that take turns', () => {
    const [one, other] = [macKeyOf(randomBytes(32)), macKeyOf(randomBytes(32))]
    const message = randomBytes(MESSAGE)
    const first = macOf(one, message)
    expect(macOf(other, message)).not.toBe(first)
    expect(macOf(one, message)).toBe(first)
  })

  it('refuses a secret that does not fit a block', () => {
    expect(() => macKeyOf(new Uint8Array(65))).toThrow(RangeError)
  })
})
