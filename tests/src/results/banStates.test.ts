import { expect, it } from 'vitest'
import { BANS } from '../../../contract/outcomes.ts'
import { BAN_STATES, banLabel, stateOfFlag } from '../../../src/results/verdicts.ts'

it('counts only flags as judged, and gives ✅ to nothing but a clear one', () => {
  expect([true, false, null].map((flag) => stateOfFlag(flag))).toEqual(['found', 'clear', 'unknown'])
  const clear = Object.entries(BAN_STATES).filter(([, { mark, tone }]) =>
    [mark, tone].some((sign) => sign === '✅' || sign === 'ok'),
  )
  expect(clear.map(([name]) => name)).toEqual(['clear'])
  expect([BAN_STATES.unknown.isJudged, BAN_STATES.notOffered.isJudged]).toEqual([false, false])
})

it('names each ban with what it does', () => {
  expect(BANS.map(banLabel)).toEqual([
    'Search Suggestion Ban（検索候補に出にくい）',
    'Search Ban（検索に出ない）',
    'Ghost Ban（返信が表示されない）',
    'Reply Deboosting（返信が下に回される）',
  ])
})
