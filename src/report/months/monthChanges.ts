import type { KeptMonth } from '../../log/store/KeptMonth.ts'
import { reportText } from '../../text/report.ts'
import { labelName } from '../labels.ts'
import type { LabelPlace } from '../labels.ts'
import { limitedPosts, monthWords } from '../reportSummary.ts'

const words = reportText.months

/** What is different from the month kept before, in one sentence. */
export function monthChanges(before: KeptMonth, now: KeptMonth): string {
  const changes = [
    ...labelChanges('account', namesOnAccount(before), namesOnAccount(now)),
    ...labelChanges('post', namesOnPosts(before), namesOnPosts(now)),
    ...postChange(limitedPosts(before), limitedPosts(now)),
  ]
  const month = monthWords(before.month)
  return changes.length === 0 ? words.same(month) : words.since(month, changes)
}

function labelChanges(place: LabelPlace, before: ReadonlySet<string>, now: ReadonlySet<string>): string[] {
  const came = [...now].filter((name) => !before.has(name))
  const gone = [...before].filter((name) => !now.has(name))
  return [
    ...came.map((name) => words.came(words.place[place], name)),
    ...gone.map((name) => words.gone(words.place[place], name)),
  ]
}

function postChange(before: number, now: number): string[] {
  return before === now ? [] : [words.limited(before, now)]
}

/** Labels that were there: a row may count none. */
function namesOnAccount({ accountLabels }: KeptMonth): ReadonlySet<string> {
  return new Set(accountLabels.filter(({ days }) => days > 0).map(({ label }) => labelName('account', label)))
}

function namesOnPosts({ postLabels }: KeptMonth): ReadonlySet<string> {
  return new Set(postLabels.filter(({ posts }) => posts > 0).map(({ label }) => labelName('post', label)))
}
