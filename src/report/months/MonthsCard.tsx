import { useAtomValue } from 'jotai'
import { Lazy } from '../../lib/Lazy.tsx'
import { lazyModule } from '../../lib/loadChunk.ts'
import { StoredCard } from '../../results/StoredRecords.tsx'
import { reportText } from '../../text/report.ts'
import { monthsAtoms } from './months.ts'

const words = reportText.months

const storedMonthsModule = lazyModule(async () => (await import('./StoredMonths.tsx')).StoredMonths)

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
    <StoredCard atoms={monthsAtoms} label={words.title} switchLabel={words.keep} before={lead}>
      {all && all.months.length + all.unreadable > 0 && (
        <Lazy module={storedMonthsModule} props={{ months: all.months }} />
      )}
    </StoredCard>
  )
}
