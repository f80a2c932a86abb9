import { eachBan } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import type { StoredMonth } from '../../storage/records.ts'
import { banTies, tiedLabels } from './bans.ts'
import type { SeenLabel } from './bans.ts'
import { spanText } from './span.ts'

/** The labels of a report that count something. */
export function labelsOfMonth({
  accountLabels,
  postLabels,
}: Pick<StoredMonth, 'accountLabels' | 'postLabels'>) {
  return [
    ...accountLabels.flatMap(({ label, days }) => (days > 0 ? [{ place: 'account' as const, label }] : [])),
    ...postLabels.flatMap(({ label, posts }) => (posts > 0 ? [{ place: 'post' as const, label }] : [])),
  ]
}

/** How many kinds of labels rules tie to each ban. */
export function kindsByBan(labels: readonly SeenLabel[]): Record<Ban, number> {
  const { ties } = banTies(labels)
  return eachBan((ban) => tiedLabels(ties[ban]).length)
}

/** A kept month in the four bans' terms. */
export function monthOfBans(month: StoredMonth) {
  return { month: spanText(month.month), kinds: kindsByBan(labelsOfMonth(month)) }
}
