import * as v from 'valibot'
import { AGREEMENT_ITEMS, AGREEMENT_VERDICTS, AgreementCell, Day } from './AgreementTicket.ts'
import { Count } from './quantities.ts'

const Part = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
/** Of how many answers how many agreed with the verdict, and the 95 % interval (Wilson) of that part. */
const Tally = v.object({ answers: Count, agreed: Count, low: Part, high: Part })
export type Tally = v.InferOutput<typeof Tally>

const ItemAgreement = v.object({
  item: v.picklist(AGREEMENT_ITEMS),
  ...Tally.entries,
  /** The same for one verdict alone. */
  verdicts: v.array(v.object({ verdict: v.picklist(AGREEMENT_VERDICTS), ...Tally.entries })),
  counts: v.array(
    v.object({ ...v.omit(AgreementCell, ['item', 'day']).entries, count: v.pipe(Count, v.minValue(1)) }),
  ),
})
export type ItemAgreement = v.InferOutput<typeof ItemAgreement>

/** All that was counted in the days shown. Items without an answer are left out. */
export const AgreementReport = v.object({ from: Day, to: Day, items: v.array(ItemAgreement) })
export type AgreementReport = v.InferOutput<typeof AgreementReport>
