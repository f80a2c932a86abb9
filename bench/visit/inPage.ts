/** The notes that the page takes during a visit. Times are milliseconds since navigation. */
type VisitNotes = {
  tap: number
  verdict: Promise<number>
  largestPaint: number
  tasks: { start: number; duration: number }[]
}

declare global {
  var visitNotes: VisitNotes
}

/** Runs in the page before anything else: watches paints, long tasks, the tap, and the frame that shows the verdict. */
export function watchVisit(verdict: string): void {
  const painted = Promise.withResolvers<number>()
  const notes: VisitNotes = { tap: 0, verdict: painted.promise, largestPaint: 0, tasks: [] }
  globalThis.visitNotes = notes
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (notes.largestPaint = startTime))
  observe('longtask', ({ startTime: start, duration }) => notes.tasks.push({ start, duration }))
  addEventListener('click', ({ timeStamp }) => (notes.tap = timeStamp), { capture: true })

  // A task of this priority that is posted in a frame runs right after the frame was painted.
  const note = () =>
    void scheduler.postTask(() => painted.resolve(performance.now()), { priority: 'user-blocking' })
  const watch = new MutationObserver(() => {
    if (![...document.querySelectorAll('main h2')].some(({ textContent }) => textContent === verdict)) return
    watch.disconnect()
    requestAnimationFrame(note)
  })
  addEventListener('DOMContentLoaded', () => watch.observe(document.body, { childList: true, subtree: true }))
}
