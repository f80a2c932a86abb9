import type { ItemAgreement, Tally } from '../../contract/AgreementReport.ts'

/** Below so many answers a part says next to nothing, and is not shown. */
const ANSWERS_MIN = 30

const isEnough = ({ answers }: Pick<Tally, 'answers'>) => answers >= ANSWERS_MIN

/** The items with enough answers. Of an item's verdicts those are told apart that have enough themselves, where it has both. */
export function enough(items: readonly ItemAgreement[]): ItemAgreement[] {
  return items.flatMap((item) =>
    isEnough(item)
      ? [{ ...item, verdicts: item.verdicts.length > 1 ? item.verdicts.filter(isEnough) : [] }]
      : [],
  )
}
