import { describe, expect, it } from 'vitest'
import { Tail } from '../../../workers/engine/tail.ts'
import { digestHex } from './solutions.ts'

describe('Tail', () => {
  it('hashes key and counter like node:crypto for keys of 0 to 200 bytes', () => {
    for (let length = 0; length <= 200; length++) {
      const tail = new Tail(new TextEncoder().encode('k'.repeat(length)))
      for (const counter of [0, 7, 42, 999_999, 9_000_001]) {
        tail.layOut(String(counter).length)
        const hex = [...tail.digestOf(counter)]
          .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
          .join('')
        expect(hex).toBe(digestHex('k'.repeat(length), counter))
      }
    }
  })
})
