import { useAtomValue } from 'jotai'
import { LatePart } from '../../lib/Lazy.tsx'
import { createPart } from '../../lib/loadChunk.ts'
import { KeptCard } from '../../results/KeptRecords.tsx'
import { reportText } from '../../text/report.ts'
import { monthsAtoms } from './months.ts'

const words = reportText.months

const keptPart = createPart(async () => (await import('./KeptMonths.tsx')).KeptMonths)

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
      {all && all.months.length + all.unreadable > 0 && (
        <LatePart part={keptPart} props={{ months: all.months }} />
      )}
    </KeptCard>
  )
}
