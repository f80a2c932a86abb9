import { beforeEach, expect, it } from 'vitest'
import { METHOD_VERSION } from '../../../contract/evidence.ts'
import { toPostUrl } from '../../../contract/names.ts'
import { CheckError } from '../../../src/check/CheckError.ts'
import { checkStorageSwitch } from '../../../src/storage/database.ts'
import type { StoredBatch } from '../../../src/storage/records.ts'
import {
  RECORD_TABLES,
  clearTables,
  removeRow,
  storeBatch,
  storeCheck,
  readWholeLog,
} from '../../../src/storage/stores.ts'
import { runDueWatches } from '../../../src/watch/runWatches.ts'
import { watchKey } from '../../../src/watch/watch.ts'
import type { Watch } from '../../../src/watch/watch.ts'
import { addWatch, readAllWatches, countActiveWatches, removeWatch } from '../../../src/watch/watchStore.ts'
import { watchText } from '../../../src/text/watch.ts'
import { emptyDevice, named, storedBatch, storedCheck, written } from '../log/deviceLog.ts'

beforeEach(emptyDevice)

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 27)
const day = (number: number) => NOW + number * DAY_MS
const method = { name: 'X', version: METHOD_VERSION, asked: NOW }
const KEPT = { name: null, at: NOW }

/** What a check says of the posts 1, 2 and 3, a status each. */
type Answer = { statuses: (string | null)[]; version?: number; upstream?: string }
const OK = 'AVAILABLE'
const OUT = 'FORBIDDEN'
const GONE = 'NOT_FOUND'
const UNKNOWN = 'UNKNOWN'

const excluded = (...ids: string[]): Partial<StoredBatch> => ({
  at: NOW,
  method,
  judged: ids.map((id) => [id, 'excluded']),
})

const postsIn = (watch: Watch) => ('posts' in watch ? watch.back?.posts : undefined)

/** A device that watches three excluded posts of a batch, and what the checks say of the posts 1, 2 and 3 in turn. */
async function watching(...answers: (Answer | Error)[]) {
  await storeBatch(
    storedBatch({
      ...excluded('1', '2', '3'),
      judged: [
        ['9', 'ok'],
        ['1', 'excluded'],
        ['2', 'excluded'],
        ['3', 'excluded'],
      ],
    }),
  )
  expect(await addWatch(KEPT, 30, NOW, 0)).toBe('kept')
  const asked: (readonly string[])[] = []
  return {
    asked,
    async run(
      now: number,
      { during, posts = true }: { during?: () => Promise<unknown>; posts?: boolean } = {},
    ) {
      const outcomes = await runDueWatches(
        {
          account: () => Promise.reject(new Error('no account is watched')),
          posts: async (ids) => {
            asked.push(ids)
            await during?.()
            const answer = answers.shift()
            if (!answer || answer instanceof Error) throw answer ?? new Error('no answer is left')
            const { statuses, version = METHOD_VERSION, upstream = 'x' } = answer
            const results = ids.map((id) => ({
              url: toPostUrl({ name: null, id }),
              status: statuses[Number(id) - 1] ?? UNKNOWN,
              evidence: {
                time: now,
                version,
                visible: true,
                found: statuses[Number(id) - 1] === OK,
                reason: null,
                quote: 'none' as const,
              },
            }))
            return { results, timestamp: now, sessionId: '', savedAt: now, upstream }
          },
        },
        async () => ({ account: true, posts }),
        new AbortController().signal,
        () => now,
      )
      const told: [kind: string, posts: string[] | undefined][] = []
      for (const { news, once } of outcomes) {
        if (news) told.push(['news', postsIn(news)])
        if (once) told.push(['once', postsIn(once)])
      }
      return told
    },
    batches: async () => (await readWholeLog())?.batches ?? [],
  }
}

it('a watch of posts contains the excluded posts of a stored batch, at most twenty; without any there is no watch', async () => {
  expect(await addWatch(KEPT, 30, NOW, 0)).toBe('none')
  await storeBatch(storedBatch({ at: NOW, judged: [['1', 'ok']] }))
  expect(await addWatch(KEPT, 30, NOW, 0)).toBe('none')
  await storeBatch(storedBatch({ at: NOW, judged: null }))
  expect(await addWatch(KEPT, 30, NOW, 0)).toBe('none')
  await storeBatch(storedBatch(excluded(...Array.from({ length: 25 }, (_, index) => String(index + 1)))))
  expect(await addWatch(KEPT, 30, NOW, 0)).toBe('kept')
  const [watch] = await readAllWatches()
  expect(watch).toMatchObject({ foundAt: NOW, version: METHOD_VERSION, until: day(30), dueAt: day(1) })
  expect(watch && 'posts' in watch && watch.posts).toHaveLength(20)
})

it('a watch of posts reports once the posts that two checks found, and continues with the others until none is left', async () => {
  const device = await watching(
    { statuses: [OUT, OUT, OUT] },
    { statuses: [OK, 'QUATE_FORBIDDEN', OUT] },
    { statuses: [OK, OK, OUT] },
    { statuses: [null, null, OK] },
    { statuses: [null, null, OK] },
  )
  expect(await device.run(day(1))).toEqual([])
  expect(await device.run(day(2))).toEqual([['once', ['1', '2']]])
  expect(await device.run(day(2) + 1)).toEqual([])
  expect(await device.run(day(3))).toEqual([['news', ['1', '2']]])
  expect(await countActiveWatches(day(3))).toBe(1)
  expect(await device.run(day(4))).toEqual([['once', ['3']]])
  expect(await device.run(day(5))).toEqual([['news', ['3']]])
  expect(await countActiveWatches(day(5))).toBe(0)
  expect(device.asked).toEqual([['1', '2', '3'], ['1', '2', '3'], ['1', '2', '3'], ['3'], ['3']])
  const told = (await readAllWatches()).map((watch) => watchText.notification(watch))
  expect(told.map(({ title }) => title.replace(/（.*/, ''))).toEqual([
    '検索に出なかったポスト3件のうち2件が、検索で見つかりました',
    '検索に出なかったポスト1件が、検索で見つかりました',
  ])
  expect(told.map(({ body }) => body)).toEqual([
    '2回続けて検索で見つかりました。',
    '2回続けて検索で見つかりました。',
  ])
  expect((await device.batches()).map(({ auto }) => auto)).toEqual([true, true, true, true, true, undefined])
})

it('a watch of posts reports no post that was excluded, or found by another method, in between', async () => {
  const device = await watching(
    { statuses: [OK, OK, OUT] },
    { statuses: [OUT, UNKNOWN, OUT] },
    { statuses: [OK, OK, OUT] },
    { statuses: [OK, OUT, OUT], version: METHOD_VERSION + 1 },
    { statuses: [OK, OUT, OUT], version: METHOD_VERSION + 1 },
  )
  expect(await device.run(day(1))).toEqual([['once', ['1', '2']]])
  expect(await device.run(day(2))).toEqual([])
  expect(await device.run(day(3))).toEqual([['news', ['2']]])
  expect(await device.run(day(4))).toEqual([['once', ['1']]])
  expect(await device.run(day(5))).toEqual([['news', ['1']]])
})

it('a watch of posts reports nothing after a refusal, and waits for the next day', async () => {
  const refusal = new CheckError('the budget is spent', { status: 503 })
  const device = await watching({ statuses: [OK, OUT, OUT] }, refusal, { statuses: [OK, OUT, OUT] })
  await device.run(day(1))
  expect(await device.run(day(2))).toEqual([])
  expect(await device.run(day(2) + 1)).toEqual([])
  expect(device.asked).toHaveLength(2)
  expect(await device.run(day(3))).toEqual([['news', ['1']]])
})

it('a watch of posts ends silently if X has none of the posts any more, or if another upstream answers', async () => {
  const device = await watching({ statuses: [GONE, GONE, OUT] }, { statuses: [GONE, GONE, GONE] })
  expect(await device.run(day(1))).toEqual([])
  expect(await countActiveWatches(day(1))).toBe(1)
  expect(await device.run(day(2))).toEqual([])
  expect(await readAllWatches()).toEqual([])
  emptyDevice()
  const other = await watching({ statuses: [OK, OK, OK], upstream: 'sandbox' })
  expect(await other.run(day(1))).toEqual([])
  expect(await readAllWatches()).toEqual([])
})

it('a watch of posts ends without a check if the server does not search for posts any more', async () => {
  const device = await watching()
  await storeCheck(
    storedCheck({ ...named('Taro'), at: NOW, bans: { ...storedCheck().bans, search_ban: true } }),
  )
  await addWatch({ name: 'taro', at: NOW }, 30, day(1), 0)
  expect(await device.run(day(1), { posts: false })).toEqual([])
  expect(device.asked).toEqual([])
  expect(await readAllWatches()).toMatchObject([{ account: 'taro' }])
})

it('nothing is stored of a check of posts during which its batch or the log was deleted, the watch ended or the log switched off', async () => {
  const interruptions = [
    () => removeRow({ table: 'batches', key: NOW }),
    () => clearTables(RECORD_TABLES),
    () => removeWatch(watchKey(KEPT)),
    () => checkStorageSwitch.turn(false),
  ]
  for (const during of interruptions) {
    emptyDevice()
    const device = await watching({ statuses: [OK, OUT, OUT] }, { statuses: [OK, OUT, OUT] })
    await device.run(day(1))
    expect(await device.run(day(2), { during })).toEqual([])
    expect((await device.batches()).filter(({ at }) => at === day(2))).toEqual([])
    expect(await readAllWatches()).toEqual([])
  }
})

it('a watch of posts is one of the five watches of a device, and ends after its days', async () => {
  const device = await watching()
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    await storeCheck(
      storedCheck({ ...named(name), at: NOW, bans: { ...storedCheck().bans, search_ban: true } }),
    )
    expect(await addWatch({ name, at: NOW }, 30, NOW, 0)).toBe(name === 'five' ? 'many' : 'kept')
  }
  expect(await addWatch(KEPT, 30, NOW, 0)).toBe('kept')
  expect(await device.run(day(31))).toEqual([])
  expect(await readAllWatches()).toEqual([])
})

it('watches of accounts that were stored before posts could be watched are still read', async () => {
  const watch = {
    account: 'taro',
    name: 'Taro',
    sandbox: false,
    version: 2,
    foundAt: NOW,
    until: day(30),
    dueAt: day(1),
    notFound: null,
    confirmedAt: null,
  }
  await storeCheck(storedCheck({ ...named('Taro'), at: NOW }))
  await written('watches', [watch])
  expect(await readAllWatches()).toEqual([watch])
  expect(await countActiveWatches(NOW)).toBe(1)
})
