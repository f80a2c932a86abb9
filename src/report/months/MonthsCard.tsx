import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { SaveButtons } from '../../files/SaveButtons.tsx'
import { Switch } from '../../log/parts/Switch.tsx'
import { UndoBar } from '../../log/parts/UndoBar.tsx'
import type { AllMonths } from '../../log/store/monthStore.ts'
import { logText } from '../../text/log.ts'
import { reportText } from '../../text/report.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useVisit } from '../../ui/useVisit.tsx'
import { MonthChart } from './MonthChart.tsx'
import { MonthList } from './MonthList.tsx'
import { monthRows } from './monthRows.ts'
import {
  allMonthsAtom,
  canUndoMonthsAtom,
  clearMonthsAtom,
  leaveMonthsAtom,
  loadMonthsAtom,
  monthsAreOnAtom,
  monthsStateAtom,
  noSpaceForMonthsAtom,
  switchMonthsAtom,
  undoMonthsAtom,
} from './monthsAtoms.ts'

const words = reportText.months

/** The reports that this device keeps, if the visitor wants it. */
export function MonthsCard() {
  useMonths()
  const state = useAtomValue(monthsStateAtom)
  const all = useAtomValue(allMonthsAtom)
  const isOn = useAtomValue(monthsAreOnAtom)
  const isFull = useAtomValue(noSpaceForMonthsAtom)
  const turn = useSetAtom(switchMonthsAtom)
  const canUndo = useAtomValue(canUndoMonthsAtom)
  const undo = useSetAtom(undoMonthsAtom)
  return (
    <Card aria-label={words.title}>
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      <Switch
        label={words.keep}
        isOn={isOn && state !== 'away'}
        disabled={state !== 'ready'}
        turn={(on) => void turn(on)}
      />
      {state === 'away' && <p>{logText.away}</p>}
      {isFull && <p role="alert">{logText.full}</p>}
      {all && all.unreadable > 0 && <p>{logText.unreadable(all.unreadable)}</p>}
      {all && all.rows.length > 0 && <KeptMonths {...all} />}
      <UndoBar canUndo={canUndo} undo={() => void undo()} />
    </Card>
  )
}

function KeptMonths({ months }: AllMonths) {
  const clear = useSetAtom(clearMonthsAtom)
  return (
    <>
      <MonthChart months={months} />
      <MonthList months={months} />
      <SaveButtons
        about="x-reports"
        rows={() => monthRows(months)}
        json={() => ({ version: 1, reports: months })}
      />
      <Button wide onClick={() => void clear()}>
        {logText.removeAll}
      </Button>
    </>
  )
}

/** Reads the months when the page is visited. */
function useMonths(): void {
  const load = useSetAtom(loadMonthsAtom)
  const enter = useCallback(() => void load(), [load])
  useVisit(enter, useSetAtom(leaveMonthsAtom))
}
