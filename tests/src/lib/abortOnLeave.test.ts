import { afterEach, expect, it } from 'vitest'
import { createDatabase } from '../../../src/lib/database.ts'
import './fakeIndexedDB.ts'

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => void unhandled.push(reason)
process.on('unhandledRejection', onUnhandled)
afterEach(() => void process.off('unhandledRejection', onUnhandled))

it('a request of a page that is left rejects, and no rejection is left unhandled', async () => {
  const use = createDatabase<{ things: { key: number; value: string } }>({
    name: 'left',
    version: 1,
    upgrade: (database) => void database.createObjectStore('things'),
  })
  await use((database) => database.put('things', 'one', 1))
  const reading = use((database) => {
    const value = database.get('things', 1)
    dispatchEvent(new Event('pagehide'))
    return value
  })
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
