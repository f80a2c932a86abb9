import { atom } from 'jotai/vanilla'
import { whenIdle } from '../load/whenIdle.ts'

const namesAtom = atom<readonly string[]>([])

/** Names checked before, which the field offers; none until it was focused, and none where the log is away. */
export const recentNamesAtom = atom((get) => get(namesAtom))

/** Reads the names when the field is focused, once there is a moment for it. */
export const recallNamesAtom = atom(null, async (_get, set) => {
  try {
    await new Promise<void>((resolve) => whenIdle(resolve))
    const { recentNames } = await import('../log/store/checkStore.ts')
    set(namesAtom, await recentNames())
  } catch {
    // Without the log's file the field offers nothing.
  }
})
