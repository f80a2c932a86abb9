import { parse } from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountCheck, BatchAnswer } from '../../../contract/wire.ts'
import { groupOfPost, recordByBan } from '../../../contract/outcomes.ts'
import type { StoredCheck } from '../../../src/storage/records.ts'
import { parseLogFile } from '../../../src/storage/logFile.ts'
import { readWholeLog } from '../../../src/storage/stores.ts'
import { emptyDevice, storedBatch, storedCheck, written } from '../log/deviceLog.ts'

// A server, a stored record or a file may come from a version that knows a ban, a reason, a status or a fact more than this one, or one fewer.
// Only that is then unknown.

const JUDGED = { method: 'recent_search', reason: null, looked: 9, found: 9 } as const
const FOUND = { ...recordByBan((): boolean | null => null), search_ban: true, ghost_ban: false }

const check = storedCheck({ bans: FOUND, items: recordByBan(() => JUDGED), withheld: ['JP'] })

/** Without the last ban, and without a fact. */
function ofEarlierVersion(check: StoredCheck) {
  const { withheld: _, ...record } = check
  const without = ({ reply_deboosting: __, ...others }: Record<string, unknown>) => others
  return { ...record, bans: without(record.bans), items: record.items && without(record.items) }
}

/** With one more of each. */
function ofLaterVersion(record: StoredCheck) {
  return {
    ...record,
    state: 'hibernated',
    bans: { ...record.bans, trend_ban: true },
    items: {
      ...record.items,
      trend_ban: JUDGED,
      ghost_ban: { method: 'trend_search', reason: { cause: 'eclipse' } },
    },
    mood: 1,
    posts: { ...record.posts, excluded: 1, shadowed: 2 },
    judged: [
      ['11', 'excluded', 'eclipse'],
      ['12', 'shadowed', null],
    ],
    missing: { cause: 'eclipse' },
  }
}

const NOT_KNOWN = { method: null, reason: null }

describe('the log of another version', () => {
  beforeEach(emptyDevice)
  afterEach(() => void vi.unstubAllGlobals())

  it('a record that lacks a ban and a fact is read, and these are unknown', async () => {
    await written('checks', [ofEarlierVersion(check)])
    const log = await readWholeLog()
    expect(log?.unreadable).toBe(0)
    expect(log?.checks).toEqual([
      { ...check, withheld: undefined, items: { ...check.items, reply_deboosting: NOT_KNOWN } },
    ])
  })

  it('a record with a ban, a state, a reason and a fact that this version does not know is read without them', async () => {
    await written('checks', [ofLaterVersion(check)])
    const log = await readWholeLog()
    expect(log?.unreadable).toBe(0)
    expect(log?.checks).toEqual([
      {
        ...check,
        state: 'unknown',
        items: { ...check.items, ghost_ban: NOT_KNOWN },
        posts: { ...check.posts, excluded: 1, error: 2 },
        judged: [
          ['11', 'excluded', null],
          ['12', 'error', null],
        ],
        missing: null,
      },
    ])
  })

  it('posts of a status that this version does not know are counted as errors, and none is lost', async () => {
    const batch = storedBatch()
    await written('batches', [
      { ...batch, counts: { ok: 1, excluded: 2, shadowed: 3 }, judged: [['12', 'shadowed']] },
    ])
    expect(await readWholeLog()).toMatchObject({
      unreadable: 0,
      batches: [{ ...batch, judged: [['12', 'error']] }],
    })
  })
})

it('a file of the log that another version saved is read, with what is unknown left out', () => {
  const file = { version: 2, checks: [ofEarlierVersion(check), ofLaterVersion(check)], trends: [1] }
  const records = parseLogFile(JSON.stringify(file))
  expect(records).toMatchObject({ unreadable: 0, batches: [], observations: [], months: [] })
  expect(records?.checks.map(({ bans }) => bans.search_ban)).toEqual([true, true])
  expect(records?.checks[0]?.items?.reply_deboosting).toEqual(NOT_KNOWN)
  expect(records?.checks[1]?.items?.ghost_ban).toEqual(NOT_KNOWN)
})

describe('the answer of a server of another version', () => {
  const rate = { rate_limit: false }
  const answer = {
    suspend: false,
    not_found: false,
    protect: false,
    no_tweet: false,
    api_status: { userSearchGroup: rate, userTimelineGroup: rate },
    ...FOUND,
  }

  it('a ban, a reason and a fact that it lacks or that this page does not know are unknown, and the rest is read', () => {
    const { reply_deboosting: _, ...bans } = answer
    const items = {
      search_ban: JUDGED,
      trend_ban: JUDGED,
      ghost_ban: { method: null, reason: { cause: 'eclipse' } },
    }
    const evidence = { time: 5, items, mood: 1, tweets: { reason: { cause: 'eclipse' } } }
    const read = parse(AccountCheck, { ...bans, trend_ban: true, evidence })
    expect(read).toMatchObject({ search_ban: true, reply_deboosting: null })
    expect(read).not.toHaveProperty('trend_ban')
    expect(read.evidence).toEqual({
      time: 5,
      items: { ...recordByBan(() => NOT_KNOWN), search_ban: JUDGED },
      tweets: undefined,
    })
  })

  it('a post with a status or a reason that this page does not know is an error or has no reason, and the others are read', () => {
    const url = 'https://x.com/i/status/20'
    const evidence = { visible: true, found: null, reason: { cause: 'eclipse' } }
    const { results } = parse(BatchAnswer, {
      results: [
        { url, status: 'SHADOWED' },
        { url, status: 'UNSEARCHED', evidence },
        { url, status: 'AVAILABLE' },
      ],
      sessionId: '',
    })
    expect(results.map(groupOfPost)).toEqual(['error', 'unsearched', 'ok'])
    expect(results[1]?.evidence?.reason).toBeNull()
  })
})
