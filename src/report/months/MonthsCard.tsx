import { useAtomValue, useSetAtom } from 'jotai'
import { SaveButtons } from '../../files/SaveButtons.tsx'
import { KeptCard } from '../../log/parts/KeptCard.tsx'
import type { KeptMonth } from '../../log/store/KeptMonth.ts'
import { logText } from '../../text/log.ts'
import { reportText } from '../../text/report.ts'
import { Button } from '../../ui/Button.tsx'
import { MonthChart } from './MonthChart.tsx'
import { MonthList } from './MonthList.tsx'
import { monthRows } from './monthRows.ts'
import { monthsAtoms } from './monthsAtoms.ts'

const words = reportText.months

/** The reports that this device keeps, if the visitor wants it. */
export function MonthsCard() {
  const all = useAtomValue(monthsAtoms.allAtom)
  const lead = (
    <>
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      <p>{words.nameless}</p>
    </>
  )
  return (
    <KeptCard atoms={monthsAtoms} label={words.title} keep={words.keep} before={lead}>
      {all && all.months.length + all.unreadable > 0 && <KeptMonths months={all.months} />}
    </KeptCard>
  )
}

function KeptMonths({ months }: { months: readonly KeptMonth[] }) {
  const clear = useSetAtom(monthsAtoms.clearAtom)
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
