import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logIsOn, monthsAreOn, switchLog, switchMonths, writeLog } from '../../../src/storage/database.ts'
import type { KeptMonth } from '../../../src/storage/records.ts'
import {
  allMonths,
  clearTables,
  findingsOf,
  keepFinding,
  keepMonth,
  keepPostFinding,
  postFindingsOf,
  removeRow,
  restoreRows,
} from '../../../src/storage/stores.ts'
import { wholeLog } from '../../../src/storage/wholeLog.ts'
import { blockedDevice, emptyDevice, loggedCheck, written } from '../log/deviceLog.ts'

beforeEach(() => {
  emptyDevice()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function month(name: string, changes: Partial<KeptMonth> = {}): KeptMonth {
  return { month: name, at: 5, total: 10, postLabels: [], accountLabels: [], ...changes }
}
const postFinding = (id: string, at: number) => ({ id, name: 'name', answer: 'unseen', at })
const finding = (account: string, ban: string, at: number) => ({
  account,
  name: account,
  ban,
  answer: 'seen',
  at,
})

async function filled() {
  await written('checks', [loggedCheck({ at: 1 }), loggedCheck({ at: 3 }), { account: 'x', at: 2 }])
  await written('findings', [
    finding('name', 'search_ban', 1),
    finding('name', 'ghost_ban', 2),
    { account: 'name', ban: 'unknown' },
  ])
  await written('postFindings', [postFinding('7', 1), postFinding('5', 2), { id: 'x' }])
  await written('months', [month('2026-06'), month('2026-08'), month('2026-07'), { month: 'July' }])
}

describe('the whole log', () => {
  it('has the newest first, and counts what cannot be read without losing it', async () => {
    await filled()
    const log = await wholeLog()
    expect(log?.checks.map(({ at }) => at)).toEqual([3, 1])
    expect(log?.findings.map(({ at }) => at)).toEqual([2, 1])
    expect(log?.postFindings.map(({ at }) => at)).toEqual([2, 1])
    expect(log?.months.map((kept) => kept.month)).toEqual(['2026-08', '2026-07', '2026-06'])
    expect(log?.unreadable).toBe(4)
    expect(Object.entries(log?.rows ?? {}).map(([table, { length }]) => [table, length])).toEqual([
      ['checks', 3],
      ['batches', 0],
      ['findings', 3],
      ['postFindings', 3],
      ['months', 4],
    ])
  })

  it('is empty on a new device, and null where the browser stores nothing', async () => {
    expect(await wholeLog()).toMatchObject({ checks: [], findings: [], months: [], unreadable: 0 })
    blockedDevice()
    expect(await wholeLog()).toBeNull()
    expect(await allMonths()).toBeNull()
  })

  it('is emptied table by table, and restored as it was', async () => {
    await filled()
    const before = await wholeLog()
    expect(await clearTables(['checks', 'findings', 'postFindings'])).toBe('kept')
    expect(await wholeLog()).toMatchObject({ checks: [], findings: [], postFindings: [], unreadable: 1 })
    expect((await allMonths())?.months).toHaveLength(3)
    expect(await restoreRows({ checks: before?.rows.checks ?? [] })).toBe('kept')
    expect(await wholeLog()).toMatchObject({ findings: [], unreadable: 2 })
    await restoreRows(before?.rows ?? {})
    expect(await wholeLog()).toEqual(before)
  })

  it('loses the one record that was removed', async () => {
    await filled()
    await removeRow({ table: 'checks', key: ['name', 1] })
    await removeRow({ table: 'findings', key: ['name', 'ghost_ban'] })
    await removeRow({ table: 'postFindings', key: '7' })
    await removeRow({ table: 'months', key: '2026-07' })
    const log = await wholeLog()
    expect(log?.checks.map(({ at }) => at)).toEqual([3])
    expect(log?.findings.map(({ ban }) => ban)).toEqual(['search_ban'])
    expect(log?.postFindings.map(({ id }) => id)).toEqual(['5'])
    expect(log?.months.map((kept) => kept.month)).toEqual(['2026-08', '2026-06'])
  })

  it('keeps what the first version had written', async () => {
    const old = await openDB('device-log', 1, {
      upgrade(log) {
        log.createObjectStore('checks', { keyPath: ['account', 'at'] }).createIndex('at', 'at')
        log.createObjectStore('findings', { keyPath: ['account', 'ban'] })
        log.createObjectStore('settings')
      },
    })
    const { posts, partly: _, withheld: __, ...check } = loggedCheck()
    // It knew four groups of posts, and nothing of the doubts about a check.
    const four = posts && { ok: posts.ok, excluded: posts.excluded, quote: posts.quote, error: posts.error }
    await old.put('checks', { ...check, posts: four })
    await old.put('settings', false, 'keeps-checks')
    old.close()
    expect((await wholeLog())?.checks).toEqual([loggedCheck()])
    expect(await logIsOn()).toBe(false)
    await switchMonths(true)
    expect(await keepMonth(month('2026-07'))).toBe('kept')
  })
})

describe('the months of reports', () => {
  it('are kept only where the visitor wants it, the same month once', async () => {
    expect(await monthsAreOn()).toBe(false)
    expect(await keepMonth(month('2026-07'))).toBe('off')
    expect((await allMonths())?.months).toEqual([])
    expect(await switchMonths(true)).toBe('kept')
    await keepMonth(month('2026-07'))
    await keepMonth(month('2026-06'))
    await keepMonth(month('2026-07', { total: 11 }))
    expect(await allMonths()).toMatchObject({
      months: [month('2026-07', { total: 11 }), month('2026-06')],
      unreadable: 0,
      rows: { months: [{ month: '2026-06' }, { month: '2026-07' }] },
    })
    await switchMonths(false)
    expect(await keepMonth(month('2026-05'))).toBe('off')
    expect(await monthsAreOn()).toBe(false)
  })

  it('do not depend on the switch of the checks', async () => {
    await switchLog(false)
    await switchMonths(true)
    expect([await logIsOn(), await monthsAreOn()]).toEqual([false, true])
  })
})

describe('what the visitor saw', () => {
  it('is kept by account and ban, the latest answer alone', async () => {
    expect(await keepFinding('Name', 'search_ban', 'seen', 1)).toBe('kept')
    expect(await keepFinding('name', 'search_ban', 'unseen', 2)).toBe('kept')
    await keepFinding('NAME', 'ghost_ban', 'unsure', 3)
    await keepFinding('namf', 'ghost_ban', 'seen', 4)
    await keepFinding('nam', 'ghost_ban', 'seen', 5)
    await keepFinding('name_2', 'ghost_ban', 'seen', 6)
    expect(await findingsOf('nAmE')).toEqual([
      { account: 'name', name: 'NAME', ban: 'ghost_ban', answer: 'unsure', at: 3 },
      { account: 'name', name: 'name', ban: 'search_ban', answer: 'unseen', at: 2 },
    ])
    expect(await findingsOf('other')).toEqual([])
  })

  it('is not kept while the log is off, and not read where nothing is stored', async () => {
    await switchLog(false)
    expect(await keepFinding('name', 'search_ban', 'seen', 1)).toBe('off')
    expect(await findingsOf('name')).toEqual([])
    blockedDevice()
    expect(await findingsOf('name')).toEqual([])
  })
})

describe('what the visitor saw of posts', () => {
  it('is kept by post, the latest answer alone, and found among others', async () => {
    expect(await keepPostFinding(postFinding('7', 1))).toBe('kept')
    await keepPostFinding({ ...postFinding('7', 2), answer: 'seen' })
    await keepPostFinding(postFinding('8', 3))
    await written('postFindings', [{ id: '9', answer: 'perhaps' }])
    expect(await postFindingsOf(['7', '6', '9'])).toEqual([{ ...postFinding('7', 2), answer: 'seen' }])
    expect(await postFindingsOf([])).toEqual([])
  })

  it('is not kept while the log is off, and not read where nothing is stored', async () => {
    await switchLog(false)
    expect(await keepPostFinding(postFinding('7', 1))).toBe('off')
    expect(await postFindingsOf(['7'])).toEqual([])
    blockedDevice()
    expect(await postFindingsOf(['7'])).toEqual([])
  })
})

it('says why something was not kept', async () => {
  const failing = (error: unknown) =>
    writeLog(async () => {
      throw error
    })
  expect(await failing(new DOMException('full', 'QuotaExceededError'))).toBe('full')
  expect(await failing(new DOMException('gone', 'InvalidStateError'))).toBe('unavailable')
  expect(await failing(new Error('QuotaExceededError'))).toBe('unavailable')
})
