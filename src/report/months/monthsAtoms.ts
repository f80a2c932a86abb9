import { atom } from 'jotai/vanilla'
import { createKeptAtoms } from '../../log/parts/createKeptAtoms.ts'
import { monthsAreOn, switchMonths } from '../../log/store/logSwitch.ts'
import { allMonths, keepMonth } from '../../log/store/monthStore.ts'
import { shownReportAtom } from '../shownReport.ts'
import { keptMonthOf } from './keptMonthOf.ts'

const kept = createKeptAtoms(
  { read: allMonths, isOn: monthsAreOn, turn: switchMonths, tables: ['months'] },
  false,
)

/** Keeps the report that is shown, if the visitor wants it. An invented one is never kept. */
export const keepShownReportAtom = atom(null, async (get, set) => {
  const shown = get(shownReportAtom)
  if (!shown || shown.isSample) return
  await set(kept.changeAtom, () => keepMonth(keptMonthOf(shown.report, shown.at)))
})

/** The months that the device keeps, if the visitor wants it. Switched on, the report that is already there is kept too. */
export const monthsAtoms = {
  ...kept,
  turnAtom: atom(null, async (_get, set, on: boolean) => {
    const turned = await set(kept.turnAtom, on)
    if (turned && on) await set(keepShownReportAtom)
    return turned
  }),
}
