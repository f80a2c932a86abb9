import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { ScreenName } from '../../../contract/wire.ts'
import { changeSentence, loggedState, lookedAt, summaryOf } from '../../../src/results/changes.ts'
import { bansSentence } from '../../../src/results/verdicts.ts'
import { LoggedCheck } from '../../../src/storage/records.ts'
import { logText } from '../../../src/text/log.ts'
import { resultText } from '../../../src/text/result.ts'
import { loggedCheck } from '../log/deviceLog.ts'

describe('lookedAt', () => {
  it('counts the posts of every group once', () => {
    expect(lookedAt({ ok: 1, excluded: 2, quote: 4, restricted: 8, unsearched: 16, error: 32 })).toBe(63)
  })
})

describe('summaryOf', () => {
  const { verdict } = resultText
  const CLEAR = {
    account: 'name',
    name: parse(ScreenName, 'name'),
    at: 0,
    sandbox: false,
    state: 'open' as const,
    bans: { search_suggestion_ban: false, search_ban: false, ghost_ban: false, reply_deboosting: false },
    partly: null,
    withheld: [],
    postsMissing: false,
    version: null,
    ticks: [],
    posts: { ok: 20, excluded: 0, quote: 0, restricted: 0, unsearched: 0, error: 0 },
  } satisfies LoggedCheck
  const EXCLUDED = { ok: 17, excluded: 3, quote: 0, restricted: 0, unsearched: 0, error: 0 }
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

    it('has no ✓ over restricted or faulty posts or restricted quotes, a search that found only some, an account withheld somewhere, or posts that could not be fetched', () => {
      const posts = { ...CLEAR.posts, ok: 19 }
      expect(summaryOf({ ...CLEAR, posts: { ...posts, restricted: 1 } }).tone).toBe('warning')
      expect(summaryOf({ ...CLEAR, posts: { ...posts, quote: 1 } }).tone).toBe('warning')
      expect(summaryOf({ ...CLEAR, posts: { ...posts, error: 1 } }).tone).toBe('warning')
      expect(summaryOf({ ...CLEAR, partly: { looked: 5, found: 3 } }).tone).toBe('warning')
      expect(summaryOf({ ...CLEAR, withheld: ['JP'] }).tone).toBe('warning')
      expect(summaryOf({ ...CLEAR, posts: null, postsMissing: true }).tone).toBe('warning')
    })

    it('bears the sign of what was judged, beside items and posts that were not', () => {
      const posts = { ...CLEAR.posts, ok: 19, unsearched: 1 }
      expect(summaryOf({ ...CLEAR, posts }).tone).toBe('ok')
      expect(summaryOf({ ...CLEAR, bans: PARTLY })).toEqual({
        tone: 'ok',
        sentence: 'Search Suggestion Ban、Search Ban、Reply Deboostingは検出されませんでした',
      })
      expect(summaryOf({ ...CLEAR, state: 'protect' }).sentence).toBe(logText.state.protect)
    })

    it('says of found bans what the result said, and names them', () => {
      const bans = { ...PARTLY, search_ban: true }
      expect(summaryOf({ ...CLEAR, bans, posts: EXCLUDED })).toEqual({
        tone: 'excluded',
        sentence: bansSentence(bans),
        found: logText.found(['Search Ban（検索に出ない）']),
      })
    })

    it('says of an account without posts what the result said', () => {
      expect(summaryOf({ ...CLEAR, state: 'no_tweet', posts: null })).toEqual({
        tone: 'unknown',
        sentence: resultText.state.no_tweet.title,
      })
      const bans = { ...CLEAR.bans, search_ban: true }
      expect(summaryOf({ ...CLEAR, state: 'no_tweet', posts: null, bans }).sentence).toBe(bansSentence(bans))
    })
  })

  it('reads the records of older pages, which know neither restricted nor unsearched posts, nor partly found ones', () => {
    const { partly: _, withheld: __, postsMissing: ___, version: ____, ...older } = CLEAR
    const posts = { ok: 17, excluded: 3, quote: 0, error: 0 }
    expect(parse(LoggedCheck, { ...older, posts })).toEqual({ ...CLEAR, posts: EXCLUDED })
  })

  describe('What changed since the check before', () => {
    const partly = { looked: 5, found: 3 }

    it('names a search that finds only some posts, and its end', () => {
      expect(changeSentence(CLEAR, { ...CLEAR, partly })).toContain(logText.change.partly(5, 3))
      expect(changeSentence({ ...CLEAR, partly }, CLEAR)).toContain(logText.change.whole)
      expect(changeSentence({ ...CLEAR, partly }, { ...CLEAR, partly })).toBe(changeSentence(CLEAR, CLEAR))
    })

    it('does not call a ban the end of a search that finds only some posts', () => {
      const banned = { ...CLEAR, bans: { ...CLEAR.bans, search_ban: true } }
      expect(changeSentence({ ...CLEAR, partly }, banned)).not.toContain(logText.change.whole)
    })

    it('names a change of where X withholds the account', () => {
      expect(changeSentence(CLEAR, { ...CLEAR, withheld: ['JP'] })).toContain(logText.change.withheld)
    })
  })
})

describe('loggedState', () => {
  it('says of a search that found all, or some of another item, nothing but the flag', () => {
    const check = loggedCheck({ partly: null })
    expect(loggedState(check, 'search_ban')).toEqual({ name: 'clear', tone: 'ok', words: resultText.ban.no })
    const some = loggedCheck({ partly: { looked: 9, found: 4 } })
    expect(loggedState(some, 'ghost_ban')).toEqual({ name: 'clear', tone: 'ok', words: resultText.ban.no })
  })

  it('says of each item what was kept, and calls nothing clear that was not judged', () => {
    const check = loggedCheck({
      bans: { search_suggestion_ban: false, search_ban: false, ghost_ban: null, reply_deboosting: true },
      partly: { looked: 9, found: 4 },
    })
    expect(loggedState(check, 'search_suggestion_ban')).toEqual({
      name: 'clear',
      tone: 'ok',
      words: resultText.ban.no,
    })
    expect(loggedState(check, 'search_ban')).toEqual({
      name: 'partly',
      tone: 'warning',
      words: resultText.ban.partly(9, 4),
    })
    expect(loggedState(check, 'ghost_ban')).toEqual({
      name: 'unknown',
      tone: 'unknown',
      words: resultText.ban.unknown,
    })
    expect(loggedState(check, 'reply_deboosting')).toEqual({
      name: 'found',
      tone: 'excluded',
      words: resultText.ban.yes,
    })
  })

  it('says nothing of the items of an account that could not be judged', () => {
    expect(loggedState(loggedCheck({ state: 'suspend' }), 'search_ban')).toBeNull()
  })
})
