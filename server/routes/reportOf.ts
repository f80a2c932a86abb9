import { AGREEMENT_ITEMS, AGREEMENT_VERDICTS } from '../../contract/AgreementTicket.ts'
import type { AgreementReport, ItemAgreement, Tally } from '../../contract/AgreementReport.ts'
import { wilson } from '../../contract/wilson.ts'
import type { AgreementCount } from '../store/Store.ts'

type Cell = ItemAgreement['counts'][number]

/** The counts of some days, item by item. */
export function reportOf(days: readonly string[], counts: readonly AgreementCount[]): AgreementReport {
  const items = AGREEMENT_ITEMS.flatMap((item): ItemAgreement[] => {
    const cells = summed(counts.filter((count) => count.item === item))
    if (cells.length === 0) return []
    const verdicts = AGREEMENT_VERDICTS.flatMap((verdict) => {
      const own = cells.filter((cell) => cell.verdict === verdict)
      return own.length > 0 ? [{ verdict, ...tallyOf(own) }] : []
    })
    return [{ item, ...tallyOf(cells), verdicts, counts: cells }]
  })
  return { from: days[0] ?? '', to: days.at(-1) ?? '', items }
}

/** The same cells of all days together. */
function summed(counts: readonly AgreementCount[]): Cell[] {
  const cells = new Map<string, Cell>()
  for (const { verdict, seen, method, count } of counts) {
    const key = `${verdict} ${seen} ${method}`
    cells.set(key, { verdict, seen, method, count: (cells.get(key)?.count ?? 0) + count })
  }
  return [...cells.values()]
}

const sumOf = (cells: readonly Cell[]) => cells.reduce((sum, { count }) => sum + count, 0)

/** What was seen agrees with "clear", what was not seen with "affected". */
const agrees = ({ verdict, seen }: Cell) => (verdict === 'clear') === (seen === 'seen')

function tallyOf(cells: readonly Cell[]): Tally {
  const answers = sumOf(cells)
  const agreed = sumOf(cells.filter(agrees))
  return { answers, agreed, ...wilson(agreed, answers) }
}
