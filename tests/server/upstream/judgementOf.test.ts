import { expect, it } from 'vitest'
import { judgementOf } from '../../../server/upstream/x/verdict/searchBan.ts'

const AT = 1_790_000_000_000
const look = (state: 'shown' | 'restricted' | 'gone' | 'unknown') => ({ state, author: null, time: AT })
const FOUND = { found: true, time: AT + 1 } as const
const MISSING = { found: false, time: AT + 2 } as const
const UNASKED = { found: null, reason: 'budget', time: null } as const

it.each([
  ['shown', FOUND, 'none', 'AVAILABLE'],
  ['shown', FOUND, 'restricted', 'QUATE_FORBIDDEN'],
  ['unknown', FOUND, 'none', 'AVAILABLE'],
  ['restricted', FOUND, 'none', 'AVAILABLE'],
  ['shown', MISSING, 'none', 'FORBIDDEN'],
  ['shown', MISSING, 'restricted', 'FORBIDDEN'],
  ['shown', UNASKED, 'none', 'UNSEARCHED'],
  ['restricted', MISSING, 'none', 'RESTRICTED'],
  ['restricted', UNASKED, 'none', 'RESTRICTED'],
  ['unknown', MISSING, 'none', 'UNKNOWN'],
  ['gone', FOUND, 'none', 'NOT_FOUND'],
] as const)('of a post that X has %s, with the finding %j and a quoted one that is %s: %s', (...row) => {
  const [state, finding, quote, status] = row
  expect(judgementOf(look(state), finding, quote).status).toBe(status)
})

it('gives as evidence what was shown, found and when, the reason only where it was not found out', () => {
  const named = { ...look('shown'), author: 'abc' }
  expect(judgementOf(named, FOUND, 'none').evidence).toEqual({
    visible: true,
    found: true,
    reason: null,
    time: AT + 1,
    author: 'abc',
    quote: 'none',
  })
  expect(judgementOf(look('shown'), UNASKED, 'unknown').evidence).toEqual({
    visible: true,
    found: null,
    reason: 'budget',
    time: AT,
    quote: 'unknown',
  })
  expect(judgementOf(look('restricted'), MISSING, 'none').evidence).toEqual({
    visible: false,
    found: false,
    reason: null,
    time: AT + 2,
  })
  expect(judgementOf(look('unknown'), UNASKED, 'none').evidence).toMatchObject({ visible: null })
})

it('says nothing of search about a post that is gone', () => {
  expect(judgementOf({ ...look('gone'), author: 'abc' }, UNASKED, 'none').evidence).toEqual({
    visible: false,
    found: null,
    reason: null,
    time: AT,
    author: 'abc',
  })
})
