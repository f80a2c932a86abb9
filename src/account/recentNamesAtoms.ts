import { atom } from 'jotai/vanilla'
import { whenIdle } from '../load/whenIdle.ts'

const namesAtom = atom<readonly string[]>([])

/** Names checked before, which the field suggests; empty until it was focused, and where the log cannot be read. */
export const recentNamesAtom = atom((get) => get(namesAtom))

/** Reads the names after the field was focused, once the page is idle. */
export const recallNamesAtom = atom(null, async (_get, set) => {
  try {
    await new Promise<void>((resolve) => whenIdle(resolve))
    const { recentNames } = await import('../log/store/checkStore.ts')
    set(namesAtom, await recentNames())
  } catch {
    // Without the log the field suggests nothing.
  }
})
