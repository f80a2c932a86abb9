import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allEngines, solutionsBy, solutionsByNode, solves } from './solutions.ts'

/** Anything that can be asked: keys of up to 200 characters, ranges that begin anywhere. */
const request = fc.record({
  key: fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 60 })),
  difficulty: fc.integer({ min: 0, max: 3 }),
  from: fc.oneof(
    fc.integer({ min: 0, max: 9_999_999 }),
    fc.constantFrom(0, 9, 99, 999, 9_999, 99_999, 999_999),
  ),
  count: fc.integer({ min: 0, max: 600 }),
})

const engines = await allEngines()

describe.each(engines)('the $name engine', (engine) => {
  it('gives only counters of the range that solve the challenge', () => {
    fc.assert(
      fc.property(request, (request) => {
        const counter = engine.search(request)
        const inside = counter === null || (counter >= request.from && counter < request.from + request.count)
        expect(inside && (counter === null || solves(request.key, counter, request.difficulty))).toBe(true)
      }),
    )
  })

  it('says so when a range has no solution, and only then', () => {
    fc.assert(
      fc.property(request, ({ key, difficulty, from, count }) => {
        const solvable = solutionsByNode(key, difficulty, from, from + count).length > 0
        expect(engine.search({ key, difficulty, from, count }) !== null).toBe(solvable)
      }),
    )
  })

  it('finds the same in a range and in its two parts', () => {
    fc.assert(
      fc.property(
        request,
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ key, difficulty, from, count }, share) => {
          const end = from + count
          const middle = from + Math.floor(count * share)
          const parts = [
            ...solutionsBy(engine, key, difficulty, from, middle),
            ...solutionsBy(engine, key, difficulty, middle, end),
          ]
          expect(solutionsBy(engine, key, difficulty, from, end)).toEqual(parts)
        },
      ),
    )
  })
})
