import { eachBan } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import type { StoredMonth } from '../../storage/records.ts'
import { banTies } from './bans.ts'
import type { SeenLabel } from './bans.ts'
import { spanText } from './span.ts'

type Counted = Pick<StoredMonth, 'accountLabels' | 'postLabels'>

export function labelsOfMonth({ accountLabels, postLabels }: Counted): SeenLabel[] {
  const onAccount = accountLabels.filter(({ days }) => days > 0)
  const onPosts = postLabels.filter(({ posts }) => posts > 0)
  return [
    ...onAccount.map(({ label }) => ({ place: 'account' as const, label })),
    ...onPosts.map(({ label }) => ({ place: 'post' as const, label })),
  ]
}

/** How many kinds of labels rules tie to each ban, each once. Rules that were off do not count. */
export function kindsByBan(month: Counted): Record<Ban, number> {
  const { ties } = banTies(labelsOfMonth(month))
  return eachBan((ban) => {
    const labels = ties[ban].flatMap((tie) => (tie.when === 'off' ? [] : tie.labels))
    return new Set(labels.map(({ seen }) => seen)).size
  })
}

export function monthOfBans(month: StoredMonth) {
  return { month: spanText(month.month), kinds: kindsByBan(month) }
}
