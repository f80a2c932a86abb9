import type { KeptMonth } from '../../log/store/KeptMonth.ts'
import { reportText } from '../../text/report.ts'
import type { LabelPlace } from '../labels.ts'
import { labelName } from '../labelWords.ts'
import { limitedPosts, monthWords } from '../reportSummary.ts'

const words = reportText.months

/** The differences from the previous kept month, in one sentence. */
export function monthChanges(before: KeptMonth, now: KeptMonth): string {
  const changes = [
    ...labelChanges('account', daysOnAccount(before), daysOnAccount(now)),
    ...dayChanges(daysOnAccount(before), daysOnAccount(now)),
    ...labelChanges('post', namesOnPosts(before), namesOnPosts(now)),
    ...postChange(limitedPosts(before), limitedPosts(now)),
  ]
  const month = monthWords(before.month)
  return changes.length === 0 ? words.same(month) : words.since(month, changes)
}

type Names = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>

function labelChanges(place: LabelPlace, before: Names, now: Names): string[] {
  const came = [...now.keys()].filter((name) => !before.has(name))
  const gone = [...before.keys()].filter((name) => !now.has(name))
  return [
    ...came.map((name) => words.came(words.place[place], name)),
    ...gone.map((name) => words.gone(words.place[place], name)),
  ]
}

function postChange(before: number, now: number): string[] {
  return before === now ? [] : [words.limited(before, now)]
}

function dayChanges(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] {
  return [...now].flatMap(([name, days]) => {
    const earlier = before.get(name)
    return earlier === undefined || earlier === days ? [] : [words.days(name, earlier, days)]
  })
}

/** The days of each label that was there: a row may count none. */
function daysOnAccount({ accountLabels }: KeptMonth): ReadonlyMap<string, number> {
  const rows = accountLabels.filter(({ days }) => days > 0)
  return new Map(rows.map(({ label, days }) => [labelName('account', label), days]))
}

function namesOnPosts({ postLabels }: KeptMonth): ReadonlySet<string> {
  return new Set(postLabels.filter(({ posts }) => posts > 0).map(({ label }) => labelName('post', label)))
}
