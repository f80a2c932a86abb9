import { describe, expect, it, vi } from 'vitest'
import { wilsonInterval } from '../../../contract/feedback.ts'
import type { SigningKeys } from '../../../server/proof/challenge.ts'
import { FEEDBACK_TOKEN_TTL_MS } from '../../../server/proof/feedbackToken.ts'
import { toFeedbackReport } from '../../../server/routes/feedback.ts'
import type { FeedbackCount } from '../../../server/store/Store.ts'
import { bodyFor, checkAccount, checkBatch, inProcess, outcome, redeemAccount, solved } from '../client.ts'
import type { Call } from '../client.ts'
import { createMemoryStore, testApp } from '../testApp.ts'
import { feedbackTokenOf, feedbackTokensOf, give, reportFrom, seen, unseen } from './given.ts'

const HOUR_MS = 3_600_000
const collecting = (more: Parameters<typeof testApp>[0] = {}) =>
  testApp({ difficulty: 0, feedbackPercent: 100, ...more })

describe('what a visitor saw', () => {
  it('feedback is counted under the words of the verdict and the day of the check, and nothing else', async () => {
    const now = () => Date.parse('2026-11-22T16:00:00Z')
    const call = inProcess(collecting({ now }))
    const ticket = await feedbackTokenOf(call, 'sbx_all_bans', 'search_ban')
    const answer = await give(call, unseen(ticket))
    const cell = { item: 'search_ban', verdict: 'affected', method: 'recent_search', day: '2026-11-23' }
    expect(await answer.json()).toEqual({ ...cell, seen: 'unseen', viewer: 'unstated' })
    const report = await reportFrom(call)
    expect([report.from, report.to]).toEqual(['2026-08-26', '2026-11-23'])
    expect(report.items).toEqual([
      {
        item: 'search_ban',
        answers: 1,
        agreed: 1,
        low: expect.closeTo(0.2065, 4),
        high: 1,
        verdicts: [{ verdict: 'affected', answers: 1, agreed: 1, low: expect.closeTo(0.2065, 4), high: 1 }],
        counts: [
          { verdict: 'affected', seen: 'unseen', method: 'recent_search', viewer: 'unstated', count: 1 },
        ],
      },
    ])
  })

  it('feedback distinguishes the account with which the visitor looked, and counts pages that do not ask for it as unstated', async () => {
    const call = inProcess(collecting())
    const [first, second] = [...(await feedbackTokensOf(call, 'sbx_all_bans')).values()]
    if (!first || !second) throw new Error('too few tickets')
    expect((await give(call, { ...first, seen: 'unseen', viewer: 'stranger' })).status).toBe(200)
    expect((await give(call, { ...second, seen: 'unseen' })).status).toBe(200)
    const { items } = await reportFrom(call)
    const viewers = (item: string) =>
      items.find((one) => one.item === item)?.counts.map(({ viewer, count }) => [viewer, count])
    expect(viewers(first.item)).toEqual([['stranger', 1]])
    expect(viewers(second.item)).toEqual([['unstated', 1]])
  })

  it('a check returns a feedback token for each verdict, and none for what was not judged', async () => {
    const call = inProcess(collecting())
    const items = async (name: string) => [...(await feedbackTokensOf(call, name)).keys()]
    expect(await items('sbx_mixed')).toContain('post:excluded')
    expect(await items('sbx_suspended')).toEqual([])
    const batch = await checkBatch(call, ['https://x.com/sbx_mixed/status/7', 'no post'])
    const { agreement } = (await batch.json()) as { agreement: object[] }
    expect(agreement).toEqual([expect.objectContaining({ item: 'post:excluded' })])
  })

  it('feedback shows nothing that tells which feedback tokens belong to one check', async () => {
    const call = inProcess(collecting())
    const tickets = [...(await feedbackTokensOf(call, 'sbx_all_bans')).values()]
    const ids = tickets.map(({ ticket }) => Buffer.from(ticket, 'base64url').subarray(4))
    for (const start of [0, 16]) {
      expect(new Set(ids.map((id) => id.toString('hex', start, start + 8))).size).toBe(tickets.length)
    }
  })
})

describe('an answer is refused', () => {
  it('feedback is refused with a feedback token in which any byte was changed, or of another server', async () => {
    const call = inProcess(collecting())
    const answer = seen(await feedbackTokenOf(call, 'sbx_all_bans', 'search_ban'))
    const bytes = Buffer.from(answer.ticket, 'base64url')
    for (let index = 0; index < bytes.length; index++) {
      const ticket = Buffer.from(bytes.map((byte, at) => (at === index ? byte ^ 1 : byte))).toString(
        'base64url',
      )
      expect(await outcome(give(call, { ...answer, ticket }))).toEqual({ status: 403, code: 'bad_ticket' })
    }
    expect((await outcome(give(inProcess(collecting()), answer))).code).toBe('bad_ticket')
  })

  it('feedback is refused with a challenge in place of a feedback token, and a check with a feedback token in place of a challenge', async () => {
    const call = inProcess(collecting())
    const body = bodyFor('sbx_all_bans')
    const { token } = await solved(call, body)
    const answer = seen(await feedbackTokenOf(call, 'sbx_all_bans', 'search_ban'))
    expect((await outcome(give(call, { ...answer, ticket: token }))).code).toBe('bad_ticket')
    const proof = { token: answer.ticket, counter: '0' }
    expect((await outcome(redeemAccount(call, body, proof))).code).toBe('bad_signature')
  })

  it.each([
    ['a name', { screen_name: 'somebody' }],
    ['no word for what was seen', { seen: 'unsure' }],
    ['no word for who looked', { viewer: 'my friend' }],
    ['a character before its token', { ticket: `!${'x'.repeat(48)}` }],
    ['a character after its token', { ticket: `${'x'.repeat(48)}!` }],
  ])('feedback is refused with %s', async (_name, more) => {
    const call = inProcess(collecting())
    const ticket = await feedbackTokenOf(call, 'sbx_all_bans', 'search_ban')
    expect(await outcome(give(call, { ...seen(ticket), ...more }))).toEqual({ status: 400, code: 'bad_body' })
  })
})

describe('a server that does not collect', () => {
  it('a server that does not collect feedback gives no feedback tokens, does not announce that it counts, and refuses both calls', async () => {
    const call = inProcess(testApp({ difficulty: 0 }))
    expect(await (await checkAccount(call, bodyFor('sbx_clear'))).json()).not.toHaveProperty('agreement')
    const counts = async (asked: Call) => (await (await asked('/api/capabilities')).json()) as object
    expect(await counts(call)).not.toHaveProperty('agreement')
    expect(await counts(inProcess(collecting()))).toMatchObject({ agreement: true })
    const refused = { status: 404, code: 'not_collected' }
    expect(await outcome(call('/api/agreement'))).toEqual(refused)
    expect(await outcome(give(call, {}))).toEqual(refused)
  })
})

describe('what the store keeps of an answer', () => {
  /** What it was told to count of an answer given so long after the check of ten to midnight in Japan. */
  async function counted(afterMs: number, address = '192.0.2.1', percent = 100) {
    let now = Date.parse('2026-11-22T14:50:00Z')
    const store = createMemoryStore(() => now)
    const countAnswer = vi.spyOn(store, 'countAnswer')
    const keys: SigningKeys = ['a-secret-of-a-test']
    const addressOf = () => address
    const call = inProcess(
      collecting({ store, now: () => now, keys: () => keys, addressOf, feedbackPercent: percent }),
    )
    const ticket = await feedbackTokenOf(call, 'sbx_all_bans', 'search_ban')
    now += afterMs
    expect((await give(call, seen(ticket))).status).toBe(200)
    const [one] = countAnswer.mock.lastCall ?? []
    if (!one) throw new Error('nothing was counted')
    return one
  }
  const MINUTE_MS = 60_000

  it('stored feedback lasts 90 days after the day of the check, and its marks a little longer than the feedback tokens of that day', async () => {
    const soon = await counted(5 * MINUTE_MS)
    expect(soon.cell.day).toBe('2026-11-22')
    expect(soon.cellMs).toBe(5 * MINUTE_MS + 90 * 24 * HOUR_MS)
    expect(soon.ticketMs).toBe(FEEDBACK_TOKEN_TTL_MS - 5 * MINUTE_MS + 2 * MINUTE_MS)
    expect(soon.networksMs).toBe(5 * MINUTE_MS + FEEDBACK_TOKEN_TTL_MS + 2 * MINUTE_MS)
    const late = await counted(30 * MINUTE_MS)
    expect(late.cell.day).toBe('2026-11-22')
    expect(late.cellMs).toBe(90 * 24 * HOUR_MS)
    expect(late.networksMs).toBe(FEEDBACK_TOKEN_TTL_MS + 2 * MINUTE_MS)
  })

  it('stored feedback has a digest of the address that is the same for it only, and the operator’s percentage', async () => {
    const [one, same, other] = [await counted(0), await counted(0), await counted(0, '192.0.2.2', 7)]
    expect(one.networks.map(({ multiplier }) => multiplier)).toEqual([1, 10])
    for (const { key } of one.networks) expect(key).toMatch(/^[\w-]{22}$/)
    expect(same.networks).toEqual(one.networks)
    expect(other.networks[0]).not.toEqual(one.networks[0])
    expect(other.networks[1]).toEqual(one.networks[1])
    expect([one.percent, other.percent]).toEqual([100, 7])
    expect(JSON.stringify(one)).not.toContain('192')
  })
})

describe('the counts', () => {
  /** A server on one day, and how its store is read. */
  function watched() {
    const now = () => Date.parse('2026-11-22T03:00:00Z')
    const store = createMemoryStore(now)
    const readAnswers = vi.spyOn(store, 'readAnswers')
    const onFault = vi.fn<(error: unknown) => void>()
    const call = inProcess(collecting({ store, now, onFault }))
    return { call, readAnswers, onFault }
  }

  it('the counts of feedback are those of 90 days, today included, and are read once for all who ask within five minutes', async () => {
    const { call, readAnswers } = watched()
    for (const { headers } of await Promise.all([call('/api/agreement'), call('/api/agreement')]))
      expect(headers.get('Cache-Control')).toBe('public, max-age=300')
    expect(readAnswers).toHaveBeenCalledTimes(1)
    const [[days] = [[]]] = readAnswers.mock.calls
    expect(days).toHaveLength(90)
    expect([days[0], days[1], days.at(-1)]).toEqual(['2026-08-25', '2026-08-26', '2026-11-22'])
  })

  it('the counts of feedback are read again after the store was unavailable, which the operator is told', async () => {
    const { call, readAnswers, onFault } = watched()
    readAnswers.mockRejectedValueOnce(new Error('connection refused'))
    expect(await outcome(call('/api/agreement'))).toEqual({ status: 503, code: 'store_unavailable' })
    expect(onFault.mock.calls.map(String)).toEqual(['Error: connection refused'])
    expect((await reportFrom(call)).items).toEqual([])
    expect(readAnswers).toHaveBeenCalledTimes(2)
  })
})

it('a store that fails to count feedback is reported to the operator, and the visitor is told that it is unavailable', async () => {
  const store = createMemoryStore()
  store.countAnswer = () => Promise.reject(new Error('connection refused'))
  const faults: unknown[] = []
  const call = inProcess(collecting({ store, onFault: (error) => faults.push(error) }))
  const ticket = await feedbackTokenOf(call, 'sbx_all_bans', 'search_ban')
  expect(await outcome(give(call, seen(ticket)))).toEqual({ status: 503, code: 'store_unavailable' })
  expect(faults.map(String)).toEqual(['Error: connection refused'])
})

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22']
const counted = (count: number, more: Partial<FeedbackCount> = {}): FeedbackCount => ({
  day: '2026-11-20',
  item: 'search_ban',
  verdict: 'affected',
  seen: 'unseen',
  method: 'recent_search',
  viewer: 'unstated',
  count,
  ...more,
})
const tally = (agreed: number, answers: number) => ({ answers, agreed, ...wilsonInterval(agreed, answers) })

it('the counts of feedback give their first and last day, and name no item that nobody answered', () => {
  expect(toFeedbackReport(DAYS, [])).toEqual({ from: '2026-11-20', to: '2026-11-22', items: [] })
})

it('the counts of feedback add up the days, and count agreement if a clear item was seen and an affected one was not', () => {
  const { items } = toFeedbackReport(DAYS, [
    counted(3),
    counted(4, { day: '2026-11-22' }),
    counted(2, { seen: 'seen' }),
    counted(6, { verdict: 'clear', seen: 'seen' }),
    counted(1, { verdict: 'clear', seen: 'unseen' }),
  ])
  const [item] = items
  expect(items).toHaveLength(1)
  expect(item).toMatchObject({ item: 'search_ban', ...tally(13, 16) })
  expect(item?.verdicts).toHaveLength(2)
  expect(item?.verdicts).toEqual(
    expect.arrayContaining([
      { verdict: 'affected', ...tally(7, 9) },
      { verdict: 'clear', ...tally(6, 7) },
    ]),
  )
  const cell = (verdict: string, seen: string, count: number) => ({
    verdict,
    seen,
    method: 'recent_search',
    viewer: 'unstated',
    count,
  })
  expect(item?.counts).toEqual([
    cell('affected', 'unseen', 7),
    cell('affected', 'seen', 2),
    cell('clear', 'seen', 6),
    cell('clear', 'unseen', 1),
  ])
})

it('the counts of feedback separate items and methods, and name a verdict only if it has answers', () => {
  const { items } = toFeedbackReport(DAYS, [
    counted(1, { item: 'post:excluded', method: 'post_search' }),
    counted(2, { item: 'post:excluded', method: 'unstated' }),
    counted(4, { verdict: 'clear' }),
  ])
  expect(items.map(({ item, answers, agreed }) => [item, answers, agreed]).sort()).toEqual([
    ['post:excluded', 3, 3],
    ['search_ban', 4, 0],
  ])
  for (const { item, verdicts, counts } of items) {
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([item === 'search_ban' ? 'clear' : 'affected'])
    expect(counts.map(({ method, count }) => [method, count])).toEqual(
      item === 'search_ban'
        ? [['recent_search', 4]]
        : [
            ['post_search', 1],
            ['unstated', 2],
          ],
    )
  }
})
