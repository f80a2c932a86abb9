import type { Page } from '@playwright/test'

type Table = 'batches' | 'checks' | 'observations' | 'settings'

/**
 * All values in a table of the device's log; none before there is a log. What the page does to it ends some time after the page shows it, and is
 * lost if the page is left before: to be waited for.
 */
export const tableOf = (page: Page, table: Table): Promise<unknown[]> =>
  page.evaluate(async (table) => {
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      })
    const all = await indexedDB.databases()
    if (!all.some(({ name }) => name === 'device-log')) return []
    const log = await ended(indexedDB.open('device-log'))
    const values = await ended(log.transaction(table).objectStore(table).getAll())
    log.close()
    return values
  }, table)
