import { atom } from 'jotai/vanilla'

/** The ticked tasks of the plans, by keys of their own; kept while the page is open. */
const stateAtom = atom<ReadonlySet<string>>(new Set<string>())
export const ticksAtom = atom((get) => get(stateAtom))

/** Ticks a task, or takes the tick away. */
export const tickAtom = atom(null, (get, set, task: string) => {
  const ticks = new Set(get(stateAtom))
  if (!ticks.delete(task)) ticks.add(task)
  set(stateAtom, ticks)
})
