import { describe, expect, it } from 'vitest'
import { objectsIn } from '../../../src/report/readReport.ts'

const TWO = '{"a":1} {"b":["\\"}"]}'

describe('looks at no more characters than it may', () => {
  it('and counts each that it looks at, in and between the texts', () => {
    const work = { left: 100 }
    expect([...objectsIn(TWO, work)]).toEqual([{ a: 1 }, { b: ['"}'] }])
    // Of the escaped quotation mark it looks at the backslash alone.
    expect(work.left).toBe(100 - (TWO.length - 1 - 1))
  })

  it('and counts none behind the end of a text that ends within an object', () => {
    for (const half of ['{"a":1', '{"a']) {
      const work = { left: 100 }
      expect([...objectsIn(half, work)]).toEqual([])
      expect(work.left).toBe(100 - half.length)
    }
  })

  it('and finds an object at whose last character nothing is left', () => {
    expect([...objectsIn(TWO, { left: 7 })]).toEqual([{ a: 1 }])
    expect([...objectsIn(TWO, { left: 6 })]).toEqual([])
    expect([...objectsIn('{"a":1}.', { left: 6 })]).toEqual([])
  })

  it('and ends where nothing is left, in a text or outside', () => {
    for (const left of [0, 1, 2, 3, 5]) {
      const work = { left }
      expect([...objectsIn('{"abc":{"d":"e"', work)]).toEqual([])
      expect(work.left).toBe(0)
    }
  })
})
