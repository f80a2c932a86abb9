import { afterEach, expect, it, vi } from 'vitest'
import { createDatabase } from '../../../src/lib/database.ts'
import './fakeIndexedDB.ts'

const openDB = vi.hoisted(() => vi.fn<(name: string, version?: number) => Promise<unknown>>())
vi.mock('idb', () => ({ openDB, unwrap: (database: unknown) => database }))

const use = createDatabase({ name: 'things', version: 2, upgrade: () => undefined })
const database = () => ({ close: vi.fn<() => void>() })

afterEach(() => {
  vi.useRealTimers()
  openDB.mockReset()
})

it('a database is closed after each use, also after a use that fails', async () => {
  const [first, second] = [database(), database()]
  openDB.mockResolvedValueOnce(first).mockResolvedValueOnce(second)
  expect(await use(async () => 'read')).toBe('read')
  await expect(
    use(async () => {
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
  expect([first.close.mock.calls.length, second.close.mock.calls.length]).toEqual([1, 1])
})

it('opening a database that does not open is given up, and the database is closed if it opens later', async () => {
  vi.useFakeTimers()
  const late = database()
  let open: (database: unknown) => void = () => undefined
  openDB.mockReturnValueOnce(new Promise((resolve) => (open = resolve)))
  const outcome = use(async () => 'read').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(9999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toMatchObject({ message: 'The database did not open' })
  expect(late.close).not.toHaveBeenCalled()
  open(late)
  await vi.advanceTimersByTimeAsync(0)
  expect(late.close).toHaveBeenCalledTimes(1)
})

it('a database that a newer page has upgraded is read as it is', async () => {
  const newer = database()
  openDB.mockRejectedValueOnce(new DOMException('newer', 'VersionError')).mockResolvedValueOnce(newer)
  expect(await use(async (opened) => opened)).toBe(newer)
  expect(openDB.mock.calls.map(([, version]) => version)).toEqual([2, undefined])
})

it('a database fails to open if the browser stores nothing', async () => {
  openDB.mockRejectedValueOnce(new DOMException('denied', 'SecurityError'))
  await expect(use(async () => 'read')).rejects.toThrow('denied')
  expect(openDB).toHaveBeenCalledTimes(1)
})
