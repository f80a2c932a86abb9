import type { Measures } from '../model/runSummary.ts'

/** Counts the page's long tasks until `end`, which gives null where the browser does not report them. */
export function watchLongTasks(): { end: () => Measures['longTasks'] } {
  const supported =
    typeof PerformanceObserver !== 'undefined' &&
    PerformanceObserver.supportedEntryTypes?.includes('longtask') === true
  if (!supported) return { end: () => null }
  const found = { count: 0, milliseconds: 0 }
  const add = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) {
      found.count += 1
      found.milliseconds += duration
    }
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'longtask' })
  return {
    end() {
      add(observer.takeRecords())
      observer.disconnect()
      return found
    },
  }
}
