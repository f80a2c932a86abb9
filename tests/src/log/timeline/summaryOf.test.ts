import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { ScreenName } from '../../../../contract/ScreenName.ts'
import { summaryOf } from '../../../../src/log/timeline/summaryOf.ts'
import { logText } from '../../../../src/text/log.ts'
import { resultText } from '../../../../src/text/result.ts'

const { verdict } = resultText
const CLEAR = {
  account: 'name',
  name: parse(ScreenName, 'name'),
  at: 0,
  sandbox: false,
  state: 'open',
  bans: { search_suggestion_ban: false, search_ban: false, ghost_ban: false, reply_deboosting: false },
  posts: { ok: 20, excluded: 0, quote: 0, error: 0 },
} as const
const EXCLUDED = { ok: 17, excluded: 3, quote: 0, error: 0 }
const PARTLY = { ...CLEAR.bans, ghost_ban: null }

describe('A kept check in one line', () => {
  it('is clear where nothing was found, with posts or without', () => {
    expect(summaryOf(CLEAR)).toEqual({ tone: 'ok', sentence: verdict.none })
    expect(summaryOf({ ...CLEAR, posts: null })).toEqual({ tone: 'ok', sentence: verdict.none })
  })

  it('has no ✓ over excluded posts', () => {
    expect(summaryOf({ ...CLEAR, posts: EXCLUDED })).toEqual({ tone: 'warning', sentence: verdict.none })
    expect(summaryOf({ ...CLEAR, bans: PARTLY, posts: EXCLUDED }).tone).toBe('warning')
  })

  it('has no ✓ where something could not be determined', () => {
    expect(summaryOf({ ...CLEAR, bans: PARTLY })).toEqual({ tone: 'unknown', sentence: verdict.partly })
    expect(summaryOf({ ...CLEAR, state: 'protect' }).sentence).toBe(logText.state.protect)
  })

  it('names the bans that were found', () => {
    expect(summaryOf({ ...CLEAR, bans: { ...PARTLY, search_ban: true }, posts: EXCLUDED })).toEqual({
      tone: 'excluded',
      sentence: logText.found(['Search Ban']),
    })
  })
})
