import { atom } from 'jotai/vanilla'
import { keepTicks } from '../../log/store/checkStore.ts'
import { accountKey } from '../../log/store/LoggedCheck.ts'

/** The plans under one check: of which account, and when that ended, in Unix milliseconds. */
type Plans = { name: string; at: number }
/** The ticked tasks under each check. */
type Ticks = ReadonlyMap<string, ReadonlySet<string>>

const stateAtom = atom<Ticks>(new Map())
export const ticksAtom = atom((get) => {
  const all = get(stateAtom)
  return (plans: Plans) => all.get(keyOf(plans)) ?? NONE
})

/** Takes over what the device keeps of a check. What was ticked here is newer. */
export const enterTicksAtom = atom(null, (get, set, plans: Plans, kept: readonly string[]) => {
  if (!get(stateAtom).has(keyOf(plans))) set(putAtom, plans, new Set(kept))
})

/** Ticks a task, or takes the tick away. The device keeps it with the check. */
export const tickAtom = atom(null, async (get, set, plans: Plans, task: string) => {
  const ticks = new Set(get(ticksAtom)(plans))
  if (!ticks.delete(task)) ticks.add(task)
  set(putAtom, plans, ticks)
  await keepTicks(plans.name, plans.at, [...ticks])
})

const putAtom = atom(null, (get, set, plans: Plans, ticks: ReadonlySet<string>) => {
  set(stateAtom, new Map(get(stateAtom)).set(keyOf(plans), ticks))
})

const NONE: ReadonlySet<string> = new Set()

function keyOf({ name, at }: Plans): string {
  return `${accountKey(name)} ${at}`
}
