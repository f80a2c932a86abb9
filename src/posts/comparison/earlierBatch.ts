import { atom } from 'jotai/vanilla'
import type { JudgedPosts } from '../../results/changes.ts'
import type { FinishedBatch } from '../../results/finishedBatch.ts'

/** An earlier check of posts, from this device or from the link of a saved batch. */
export type EarlierBatch = {
  /** Unix milliseconds. */
  at: number
  sandbox: boolean
  /** Version of the method; null if the server named none. */
  version: number | null
  judged: JudgedPosts
}

/** The comparison that the visitor opened, and the time of its batch; one at a time. */
const openedAtom = atom<{ timestamp: number; earlier: EarlierBatch } | null>(null)

/** The earlier batch with which the shown one is compared, if it is; for the page and the CSV file. */
export const earlierBatchAtom = atom(
  (get) => {
    const opened = get(openedAtom)
    return ({ timestamp }: FinishedBatch) => (opened?.timestamp === timestamp ? opened.earlier : null)
  },
  (_get, set, { timestamp }: FinishedBatch, earlier: EarlierBatch | null) =>
    set(openedAtom, earlier && { timestamp, earlier }),
)
