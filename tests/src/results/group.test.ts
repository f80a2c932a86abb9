import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { UNSEARCHED_REASONS } from '../../../contract/evidence.ts'
import type { Group } from '../../../contract/outcomes.ts'
import { POST_STATUSES } from '../../../contract/outcomes.ts'
import { countGroups, groupOf, toggled } from '../../../src/results/posts.ts'

it('puts every status of the wire into its group', () => {
  expect(POST_STATUSES.map((status) => groupOf({ status }))).toEqual([
    'ok',
    'excluded',
    'quote',
    'restricted',
    'unsearched',
    'error',
    'error',
    'error',
  ])
})

it('counts a missing status and every status nobody knows as an error', () => {
  const verdicts = new Set(['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'RESTRICTED', 'UNSEARCHED'])
  expect(groupOf({})).toBe('error')
  fc.assert(
    fc.property(fc.string(), (status) => {
      fc.pre(!verdicts.has(status))
      return groupOf({ status }) === 'error'
    }),
  )
  for (const status of ['constructor', '__proto__', 'available', 'AVAILABLE ']) {
    expect(groupOf({ status })).toBe('error')
  }
})

it('calls nothing OK without a hit, and nothing excluded without two misses, where there is evidence', () => {
  const evidence = fc.record({
    visible: fc.option(fc.boolean()),
    found: fc.option(fc.boolean()),
    reason: fc.option(fc.constantFrom(...UNSEARCHED_REASONS)),
  })
  fc.assert(
    fc.property(fc.constantFrom(...POST_STATUSES), evidence, (status, evidence) => {
      const group = groupOf({ status, evidence })
      return !['ok', 'quote', 'excluded'].includes(group) || evidence.found === (group !== 'excluded')
    }),
  )
  expect(groupOf({ status: 'AVAILABLE', evidence: { visible: true, found: false, reason: null } })).toBe(
    'unsearched',
  )
})

it('counts every result exactly once', () => {
  const status = fc.option(fc.oneof(fc.constantFrom(...POST_STATUSES), fc.string()), { nil: undefined })
  fc.assert(
    fc.property(fc.array(fc.record({ status })), (results) => {
      const counts = countGroups(results)
      const sum = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return sum === results.length
    }),
  )
  expect(countGroups([{ status: 'AVAILABLE' }, { status: 'AVAILABLE' }, { status: 'gone' }])).toEqual({
    ok: 2,
    excluded: 0,
    quote: 0,
    restricted: 0,
    unsearched: 0,
    error: 1,
  })
})

it('toggles one group and leaves the others and the given set alone', () => {
  const hidden: ReadonlySet<Group> = new Set<Group>(['quote'])
  expect([...toggled(hidden, 'ok')]).toEqual(['quote', 'ok'])
  expect([...toggled(hidden, 'quote')]).toEqual([])
  expect([...hidden]).toEqual(['quote'])
})
