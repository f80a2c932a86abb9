import { expect, it } from 'vitest'
import { loggedState } from '../../../../src/account/earlier/EarlierAnswer.tsx'
import { resultText } from '../../../../src/text/result.ts'
import { loggedCheck } from '../../log/deviceLog.ts'

it('says of a search that found all, or some of another item, nothing but the flag', () => {
  const check = loggedCheck({ partly: null })
  expect(loggedState(check, 'search_ban')).toEqual({ tone: 'ok', words: resultText.ban.no })
  const some = loggedCheck({ partly: { looked: 9, found: 4 } })
  expect(loggedState(some, 'ghost_ban')).toEqual({ tone: 'ok', words: resultText.ban.no })
})

it('says of each item what was kept, and calls nothing clear that was not judged', () => {
  const check = loggedCheck({
    bans: { search_suggestion_ban: false, search_ban: false, ghost_ban: null, reply_deboosting: true },
    partly: { looked: 9, found: 4 },
  })
  expect(loggedState(check, 'search_suggestion_ban')).toEqual({ tone: 'ok', words: resultText.ban.no })
  expect(loggedState(check, 'search_ban')).toEqual({
    tone: 'warning',
    words: resultText.ban.partly(9, 4),
  })
  expect(loggedState(check, 'ghost_ban')).toEqual({ tone: 'unknown', words: resultText.ban.unknown })
  expect(loggedState(check, 'reply_deboosting')).toEqual({ tone: 'excluded', words: resultText.ban.yes })
})
