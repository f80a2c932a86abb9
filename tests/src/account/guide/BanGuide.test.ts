import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ItemEvidence, ListEvidence } from '../../../../contract/wire.ts'
import { BANS, recordByBan } from '../../../../contract/outcomes.ts'
import type { Ban } from '../../../../contract/outcomes.ts'
import { BanGuide, postListNotes } from '../../../../src/account/guide/BanGuide.tsx'
import { evidenceLine, banEvidenceSentence, unjudgedLine } from '../../../../src/results/itemEvidence.ts'
import type { StoredCheck } from '../../../../src/storage/records.ts'
import { guideText } from '../../../../src/text/guide.ts'
import { formatShortTime } from '../../../../src/text/japanese.ts'
import { hashtagText, searchDoubts, whyUnjudged } from '../../../../src/text/reasons.ts'
import { finished } from '../clearCheck.ts'

const AT = new Date(2026, 10, 21, 15, 4).getTime()
const EARLIER = new Date(2026, 10, 21, 14, 0).getTime()

const NOTHING = recordByBan((): ItemEvidence => ({ method: null, reason: null }))

/** A check of the search ban. */
function checkOf(flag: boolean | null, item: Partial<ItemEvidence>) {
  const search_ban: ItemEvidence = { method: 'recent_search', reason: null, ...item }
  return finished({ search_ban: flag, evidence: { time: AT, items: { ...NOTHING, search_ban } } })
}
const sentenceOf = (flag: boolean | null, item: Partial<ItemEvidence>) =>
  banEvidenceSentence(checkOf(flag, item), 'search_ban')
/** On the surface of the item. */
const lineOf = (flag: boolean | null, item: Partial<ItemEvidence>) =>
  evidenceLine(checkOf(flag, item), 'search_ban')

const DAY = 86_400_000

describe('The evidence for an item that was judged', () => {
  it('the evidence says how many posts search found, of how many, in how many days, and when it was asked', () => {
    expect(sentenceOf(false, { looked: 5, found: 3 })).toBe(
      `直近7日間のポスト5件のうち3件が検索で見つかりました（${formatShortTime(AT)}）。`,
    )
    expect(sentenceOf(true, { looked: 5, found: 0 })).toBe(
      `直近7日間のポスト5件が、検索で1件も見つかりませんでした（${formatShortTime(AT)}）。`,
    )
  })

  it('the evidence has the time when X was asked for this item, if that is known', () => {
    expect(sentenceOf(false, { looked: 1, found: 1, time: EARLIER })).toContain('14:00）')
  })

  it.each([
    [{ from: AT - 7 * DAY + DAY / 24, to: AT - DAY / 24 }, '6日と23時間'],
    // Times from the cache are rounded down to five minutes.
    [{ from: AT - 7 * DAY + DAY / 24 - 240_000, to: AT }, '6日と23時間'],
    [{ from: AT - DAY / 12, to: AT }, '2時間'],
    [{ from: AT - 5 * DAY }, '5日間'],
    [{ from: AT - 5 * DAY, time: AT - 3 * DAY }, '2日間'],
    [{ to: AT }, '7日間'],
  ])('the evidence names the period %o that was searched, in whole hours: %s', (span, period) => {
    expect(sentenceOf(false, { looked: 5, found: 3, ...span })).toContain(`直近${period}のポスト`)
  })

  it('no evidence is shown if the counts contradict the result, are missing, or are not from a search', () => {
    for (const [flag, item] of [
      [true, { looked: 5, found: 1 }],
      [false, { looked: 5, found: 0 }],
      [false, { found: 3 }],
      [false, { method: null, looked: 5, found: 3 }],
    ] as const)
      expect([sentenceOf(flag, item), lineOf(flag, item)]).toEqual([null, null])
    expect(sentenceOf(true, { looked: 5 })).toContain('5件が、検索で1件も')
  })
})

describe('The evidence for an item that was not judged', () => {
  const counted = { period: '7日間', posts: 2, listed: 2 }
  it.each([
    ['no_method', whyUnjudged({ cause: 'no_method' })],
    ['account', null],
    ['too_few', whyUnjudged({ cause: 'too_few' }, counted)],
    [null, null],
  ] as const)('the evidence for an item that was not judged says why: %s', (cause, sentence) => {
    expect(sentenceOf(null, { reason: cause && { cause }, looked: 2, found: 0 })).toBe(sentence)
  })

  it('the evidence counts the posts that do not count beside those that do', () => {
    expect(sentenceOf(null, { reason: { cause: 'too_few' }, looked: 2, listed: 4, found: 0 })).toBe(
      '直近7日間のポスト（返信・リポストと、1時間以内のものを除く）4件のうち、判定に使えるものが、センシティブなものや表示が制限されているものなどを除いて2件しかないため、判定していません。',
    )
  })

  it('the evidence counts no posts if none was searched for', () => {
    expect(sentenceOf(null, { reason: { cause: 'too_few' } })).toContain(
      'ポスト（返信・リポストと、1時間以内のものを除く）が0件しかない',
    )
  })
})

describe('The notes on the list of posts', () => {
  const notes = (list?: Partial<ListEvidence>, reposts = true) => {
    const tweets = list && { reason: null, pinTold: true, kindsTold: true, ...list }
    const check = { evidence: { time: AT, items: NOTHING, ...(tweets && { tweets }) } }
    return postListNotes(finished(check, { posts: true, reposts }))
  }

  it('the notes on the list of posts say what X did not tell, and nothing else', () => {
    expect(notes({})).toEqual([])
    expect(notes({ pinTold: false })).toEqual([guideText.list.noPin])
    expect(notes({ kindsTold: false })).toEqual([guideText.list.noKinds])
    expect(notes({ kindsTold: false }, false)).toEqual([guideText.list.maybeQuotes])
    expect(notes({ pinTold: false, kindsTold: false })).toEqual([
      guideText.list.noPin,
      guideText.list.noKinds,
    ])
  })

  it('the list of posts has no notes if there is no list, or no evidence', () => {
    expect(notes()).toEqual([])
    expect(postListNotes(finished())).toEqual([])
  })
})

describe('the line of evidence on an item', () => {
  it('the line of evidence counts the posts that search found, without the time, which stands above it', () => {
    expect(lineOf(true, { looked: 5, found: 0 })).toBe('5件を検索し、1件も見つかりませんでした')
    expect(lineOf(false, { looked: 5, found: 3 })).toBe('検索した5件中3件が見つかりました')
  })

  it('the line of evidence is missing if the server sends no evidence', () => {
    expect(evidenceLine(finished({ search_ban: true }), 'search_ban')).toBeNull()
  })

  it('the line of evidence says why an item was not judged this time, and is missing if it never is judged', () => {
    expect(lineOf(null, { reason: { cause: 'no_control' } })).toContain('判定していません')
    for (const cause of ['no_method', 'not_offered', 'account'] as const) {
      expect(lineOf(null, { reason: { cause } })).toBeNull()
    }
  })

  it('the line and the sentence of evidence say when the limit ends that kept an item from being judged', () => {
    const until = new Date(2026, 10, 21, 15, 15).getTime()
    const why = whyUnjudged({ cause: 'share' })
    const said = `${why}11月21日 15:15ごろから、もう一度お試しいただけます。`
    const share = { reason: { cause: 'share', until } } as const
    expect([lineOf(null, share), sentenceOf(null, share)]).toEqual([said, said])
    expect(unjudgedLine(checkOf(null, share), 'search_ban')).toBe(why)
    expect(lineOf(null, { reason: { cause: 'account', until } })).toBeNull()
  })
})

const words = (check: StoredCheck, ban: Ban) =>
  renderToStaticMarkup(createElement(BanGuide, { ban, check })).replaceAll(/<[^>]+>/g, '')

it('the guide of a found Search Ban says what may look like one, and how far the control lies', () => {
  const found = checkOf(true, { looked: 5, found: 0, controlHours: 20 })
  for (const said of [...searchDoubts, guideText.controlHours(20)])
    expect(words(found, 'search_ban')).toContain(said)
  for (const other of [
    words(checkOf(false, { looked: 5, found: 3 }), 'search_ban'),
    words(found, 'ghost_ban'),
  ])
    expect(other).not.toContain(searchDoubts[0])
})

it('the guide of Search Ban, and of no other ban, says why a post can be missing under a hashtag, and links to the posts with one', () => {
  const check = checkOf(false, { looked: 5, found: 3 })
  for (const said of [hashtagText.title, ...hashtagText.lines, hashtagText.ofAccount.label])
    expect(words(check, 'search_ban')).toContain(said)
  expect(renderToStaticMarkup(createElement(BanGuide, { ban: 'search_ban', check }))).toContain(
    'https://x.com/search?q=from%3Aname%20filter%3Ahashtags&amp;f=live',
  )
  for (const ban of BANS.filter((ban) => ban !== 'search_ban'))
    expect(words(check, ban)).not.toContain(hashtagText.title)
})
