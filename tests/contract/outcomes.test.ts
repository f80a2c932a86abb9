import { expect, it } from 'vitest'
import { groupsToShow, recordByGroup } from '../../contract/outcomes.ts'

const NONE = recordByGroup(() => 0)

it('the four usual groups are always shown, and rare ones only if they have posts', () => {
  expect(groupsToShow(NONE)).toEqual(['ok', 'excluded', 'quote', 'error'])
  expect(groupsToShow({ ...NONE, restricted: 1 })).toEqual(['ok', 'excluded', 'quote', 'restricted', 'error'])
  expect(groupsToShow({ ...NONE, ok: 2, unsearched: 1 })).toEqual([
    'ok',
    'excluded',
    'quote',
    'unsearched',
    'error',
  ])
})
