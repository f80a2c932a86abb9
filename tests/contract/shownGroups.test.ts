import { expect, it } from 'vitest'
import { shownGroups } from '../../contract/outcomes.ts'

const NONE = { ok: 0, excluded: 0, quote: 0, restricted: 0, unsearched: 0, error: 0 }

it('shows the four groups of every result, and those of servers with evidence where there are such posts', () => {
  expect(shownGroups(NONE)).toEqual(['ok', 'excluded', 'quote', 'error'])
  expect(shownGroups({ ...NONE, restricted: 1 })).toEqual(['ok', 'excluded', 'quote', 'restricted', 'error'])
  expect(shownGroups({ ...NONE, ok: 2, unsearched: 1 })).toEqual([
    'ok',
    'excluded',
    'quote',
    'unsearched',
    'error',
  ])
})
