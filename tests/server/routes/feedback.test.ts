import { describe, expect, it } from 'vitest'
import { wilson } from '../../../contract/feedback.ts'
import type { AccountCheck } from '../../../contract/wire.ts'
import { createLimits } from '../../../server/http/limits.ts'
import { reportOf } from '../../../server/routes/feedback.ts'
import type { AgreementCount } from '../../../server/store/Store.ts'
import { countInMemory } from '../../../server/store/memoryStore.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { bodyFor, checkAccount, inProcess, post } from '../client.ts'
import { testApp } from '../testApp.ts'

describe('feedback', () => {
  const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22']
  const counted = (count: number, more: Partial<AgreementCount> = {}): AgreementCount => ({
    day: '2026-11-20',
    item: 'search_ban',
    verdict: 'affected',
    seen: 'unseen',
    method: 'recent_search',
    count,
    ...more,
  })
  const tally = (agreed: number, answers: number) => ({ answers, agreed, ...wilson(agreed, answers) })

  it('says from when to when, and names no item that nobody answered about', () => {
    expect(reportOf(DAYS, [])).toEqual({ from: '2026-11-20', to: '2026-11-22', items: [] })
  })

  it('adds up the days, and agreement where a clear item was seen and an affected one was not', () => {
    const { items } = reportOf(DAYS, [
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
      count,
    })
    expect(item?.counts).toEqual([
      cell('affected', 'unseen', 7),
      cell('affected', 'seen', 2),
      cell('clear', 'seen', 6),
      cell('clear', 'unseen', 1),
    ])
  })

  it('keeps items and methods apart, and names a verdict only where it was answered about', () => {
    const { items } = reportOf(DAYS, [
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
})

describe('calls aMinute', () => {
  const ONE = bodyFor('sbx_clear')
  const BATCH = { urls: ['https://x.com/a/status/1'], key: { token: '' } }
  const PREVIEW = '/api/oembed?url=https://x.com/sbx_clear/status/1980000000000000001'

  it.each([
    ['/api/generate-keyvalue', ONE, 2],
    ['/api/check-by-user', ONE, 2],
    ['/api/check-by-user-inner', ONE, 2],
    ['/api/check-batch', BATCH, 2],
    [PREVIEW, null, 8],
    ['/api/get-history-by-session-id?id=none', null, 20],
    ['/api/ip', null, 20],
  ])('lets %s through as often as its kind may be called', async (path, body, most) => {
    const call = inProcess(testApp({ limits: createLimits(2, countInMemory()) }))
    const statuses: number[] = []
    for (let count = 0; count <= most; count++) {
      statuses.push((body === null ? await call(path) : await post(call, path, body)).status)
    }
    expect(statuses.slice(0, most)).not.toContain(429)
    expect(statuses[most]).toBe(429)
  })

  it('counts previews apart from checks, so that a list of posts costs no check', async () => {
    const call = inProcess(testApp({ limits: createLimits(2, countInMemory()) }))
    for (let count = 0; count <= 8; count++) await call(PREVIEW)
    expect((await call(PREVIEW)).status).toBe(429)
    expect((await post(call, '/api/generate-keyvalue', ONE)).status).toBe(200)
  })
})

describe('retry after', () => {
  const NOW = 1_790_000_000_000
  const after = (seconds: number) => ({ rate_limit: true, reset: NOW + seconds * 1000 })
  const OPEN = { rate_limit: false }
  type Groups = AccountCheck['api_status']

  /** What a check's answer asks to wait, where X's limits are these. */
  async function waitFor(
    userSearchGroup: Groups['userSearchGroup'],
    userTimelineGroup: Groups['userTimelineGroup'],
  ) {
    const sandbox = createSandbox()
    const app = testApp({
      difficulty: 1,
      now: () => NOW,
      upstream: {
        ...sandbox,
        checkAccount: async (request, caller) => ({
          ...(await sandbox.checkAccount(request, caller)),
          api_status: { userSearchGroup, userTimelineGroup },
        }),
      },
    })
    const answer = await checkAccount(inProcess(app), bodyFor('sbx_clear'))
    expect(answer.status).toBe(200)
    return answer.headers.get('Retry-After')
  }

  it('asks for no wait where X answered everything, or names no time', async () => {
    expect(await waitFor(OPEN, OPEN)).toBeNull()
    expect(await waitFor({ rate_limit: true }, OPEN)).toBeNull()
    expect(await waitFor({ rate_limit: false, reset: NOW + 60_000 }, OPEN)).toBeNull()
  })

  it('asks to wait for the one limit that holds', async () => {
    expect(await waitFor(after(60), OPEN)).toBe('60')
    expect(await waitFor(OPEN, after(90))).toBe('90')
  })

  it('asks to wait for the later of two limits: before that, another check would lack something again', async () => {
    expect(await waitFor(after(60), after(300))).toBe('300')
    expect(await waitFor(after(300), after(60))).toBe('300')
  })

  it('asks for whole seconds, and for none too few', async () => {
    expect(await waitFor(after(59.2), OPEN)).toBe('60')
  })

  it('asks for a second at least, and for a quarter of an hour at most', async () => {
    expect(await waitFor(after(-5), OPEN)).toBe('1')
    expect(await waitFor(after(0.2), OPEN)).toBe('1')
    expect(await waitFor(after(900), OPEN)).toBe('900')
    expect(await waitFor(after(4000), OPEN)).toBe('900')
  })
})
