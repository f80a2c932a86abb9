// Long, since it is one format: how a report is found in a text, and its members.

import * as v from 'valibot'
import type { reportText } from '../text/report.ts'

/** Whole numbers come as numbers or as strings, those also with commas between thousands. No month counts more. */
const COUNT_MAX = 100_000_000
const Count = v.pipe(
  v.union([
    v.number(),
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})$/),
      v.transform((digits) => Number(digits.replaceAll(',', ''))),
    ),
  ]),
  v.integer(),
  v.minValue(0),
  v.maxValue(COUNT_MAX),
)
const MaybeCount = v.fallback(v.nullish(Count, null), null)

/** Labels of one kind: X publishes about thirty, and a limit that countries require may have a row for each country. */
const LABELS_MAX = 1000
const Words = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(4000)), '')
const LabelName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000))
/** A percentage in X's own words: X truncates, so that ours would differ. */
const Share = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(20)), '')
const Day = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{4}-\d{2}-\d{2}(?:[T ]|$)/),
  v.transform((date) => date.slice(0, 'yyyy-mm-dd'.length)),
  v.isoDate(),
)
const Made = v.fallback(v.nullable(v.pipe(v.string(), v.transform(Date.parse), v.integer())), null)

const every = { label: LabelName, about: Words, effect: Words }

const PostLabel = v.object({
  ...every,
  posts: Count,
  totalPostsInMonth: MaybeCount,
  percentageOfPosts: Share,
})
const AccountLabel = v.object({ ...every, days: Count, daysInPeriod: MaybeCount, percentageOfDays: Share })

const Unlabelled = v.object({ label: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(0))) })
/** X's own page skips rows without a label too. A list of rows that never speak of labels is of a form that is not known. */
const Rows = v.pipe(
  v.array(v.unknown()),
  v.maxLength(LABELS_MAX),
  v.check((rows) => rows.length === 0 || rows.some((row) => v.is(v.object({ label: v.unknown() }), row))),
)
const labelled = (rows: unknown[]) => rows.filter((row) => !v.is(Unlabelled, row))

const UnlabelledPosts = v.fallback(v.object({ ...Unlabelled.entries, posts: Count }), { posts: 0 })

function unlabelledPosts(rows: readonly unknown[]): number {
  return rows.reduce<number>((sum, row) => sum + v.parse(UnlabelledPosts, row).posts, 0)
}

const PostLabels = v.pipe(
  Rows,
  v.transform((rows) => ({ rows: labelled(rows), unlabelled: unlabelledPosts(rows) })),
  v.object({ rows: v.array(PostLabel), unlabelled: v.number() }),
)
const AccountLabels = v.pipe(Rows, v.transform(labelled), v.array(AccountLabel))

/** Whether a report names the labels of a kind or says that there were none. X gives the number where it gives no list. */
function isStated(labels: readonly unknown[] | null | undefined, total: number | null): boolean {
  if (labels && labels.length > 0) return true
  return total === null ? Array.isArray(labels) : total === 0
}

const XReport = v.pipe(
  v.object({
    period: v.object({ startDate: Day, endDate: Day }),
    postCount: MaybeCount,
    generatedAt: v.optional(Made, null),
    postLabels: v.nullish(PostLabels),
    accountLabels: v.nullish(AccountLabels),
    totalPostLabels: MaybeCount,
    totalAccountLabels: MaybeCount,
  }),
  v.check(
    ({ postLabels, accountLabels, totalPostLabels, totalAccountLabels }) =>
      isStated(postLabels?.rows, totalPostLabels) && isStated(accountLabels, totalAccountLabels),
  ),
  v.transform(({ period, postCount, generatedAt, postLabels, accountLabels }) => {
    const { rows, unlabelled } = postLabels ?? { rows: [], unlabelled: 0 }
    return {
      month: spanKey(period),
      period,
      generatedAt,
      total: postCount ?? rows.find((label) => label.totalPostsInMonth !== null)?.totalPostsInMonth ?? null,
      /** X lists rows without posts where other countries took their place. */
      postLabels: rows.filter(({ posts }) => posts > 0),
      unlabelled,
      accountLabels: accountLabels ?? [],
    }
  }),
)
export type XReport = v.InferOutput<typeof XReport>

/** Names what a report is about: a whole month as 2026-07, any other span as 2026-07-01/2026-08-15. Newer ones sort later. */
function spanKey({ startDate, endDate }: { startDate: string; endDate: string }): string {
  const month = startDate.slice(0, 'yyyy-mm'.length)
  const isMonth = startDate === `${month}-01` && endDate.startsWith(month) && endDate >= lastDay(month)
  return isMonth ? month : `${startDate}/${endDate}`
}

function lastDay(month: string): string {
  const [year = 0, inYear = 0] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, inYear, 0)).getUTCDate()}`
}

/** What a search may still do: in characters that it looks at, and in objects that are tried as a report. */
type Effort = { left: number; tries: number }

const BEGIN = /\{\s*"/g

/** Each JSON object in a text of any kind, in order, without those that stand inside another. */
function* objectsIn(text: string, effort: Effort): Generator<object> {
  for (let from = beginAfter(text, 0); from !== -1 && effort.left > 0;) {
    const end = endOfObject(text, from, effort)
    const value = end === -1 ? undefined : jsonOf(text.slice(from, end))
    if (value) yield value
    from = beginAfter(text, value ? end : from + 1)
  }
}

function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function beginAfter(text: string, at: number): number {
  BEGIN.lastIndex = at
  return BEGIN.exec(text)?.index ?? -1
}

/** A part of JSON: a text, also one that its line cuts off, a bracket, or what stands between them. */
const TOKEN = /"(?:[^"\\\r\n]+|\\.)*"?|[[\]{}]|[ \t\r\n,:+\-.\deEtrufalsn]+/y

/** Behind the bracket that closes the one at `from`; -1 where what follows is not written as JSON is. */
function endOfObject(text: string, from: number, effort: Effort): number {
  let depth = 0
  TOKEN.lastIndex = from
  while (effort.left > 0) {
    const [token] = TOKEN.exec(text) ?? []
    if (token === undefined) return -1
    effort.left -= token.length
    if (/^"(?:.*[^"])?$/s.test(token)) return -1
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth === 0) return TOKEN.lastIndex
  }
  return -1
}

const ENTITY = /&(quot|apos|lt|gt|nbsp|amp|#34|#x22|#39|#x27);/gi
const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  '#34': '"',
  '#x22': '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  amp: '&',
}
const ESCAPE = /\\(u0022|["\\/nrt])/g
const ESCAPES: Readonly<Record<string, string>> = { u0022: '"', n: '\n', r: '\r', t: '\t' }
const TAG = /<[^<>]*>/g
/** One character of an address: a byte of ASCII, or two to four bytes of UTF-8. */
const PERCENT = /%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}/gi

/** A text as it may have been before a page, a script or an address took it up; the likeliest first. */
function* plainForms(copied: string): Generator<string> {
  yield* undressedForms(copied)
  const plain = withPlainCharacters(copied)
  if (plain !== copied) yield* undressedForms(plain)
}

function* undressedForms(text: string): Generator<string> {
  const decoded = withoutEntities(text)
  yield decoded
  if (decoded !== text) yield text
  if (text.includes('</')) yield withoutEntities(text.replace(TAG, ''))
  const unescaped = decoded.replace(ESCAPE, (_, escaped: string) => ESCAPES[escaped] ?? escaped)
  if (unescaped !== decoded) yield unescaped
  if (text.includes('%22')) yield text.replace(PERCENT, fromAddress)
}

/** Undoes what copying through mail, notes and chats does to JSON: `> ` before lines, odd quotation marks, odd and invisible blanks, one comma too many. */
function withPlainCharacters(text: string): string {
  return text
    .replace(/^(?:[>|] ?){1,9}/gm, '')
    .replace(/[\u201c-\u201f\u2033\uff02]/g, '"')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/,(?=\s{0,200}[}\]])/g, '')
}

function withoutEntities(text: string): string {
  return text.replace(ENTITY, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity)
}

function fromAddress(bytes: string): string {
  try {
    return decodeURIComponent(bytes)
  } catch {
    return bytes
  }
}

/** Characters that are looked at, over all forms of a text: a few times the largest one. */
const WORK_MAX = 15_000_000
/** Objects that are tried as a report. A page may hold one for each month of a year, some of them twice. */
const TRIES_MAX = 40
const MEMBER = 'period'

/** The reports in a text, newest first: alone, in a member of another object, in a saved page, or with words around them. */
function findReports(words: string): XReport[] {
  if (!withPlainCharacters(words).includes(MEMBER)) return []
  const effort = { left: WORK_MAX, tries: TRIES_MAX }
  const whole = jsonOf(words)
  const found = whole ? reportsIn(whole, effort) : []
  return newestFirst(found.length > 0 ? found : reportsAmong(words, effort))
}

function reportsAmong(words: string, effort: Effort): XReport[] {
  for (const form of plainForms(words)) {
    const found: XReport[] = []
    for (const value of objectsIn(form, effort)) {
      found.push(...reportsIn(value, effort))
      if (effort.tries <= 0) break
    }
    if (found.length > 0) return found
  }
  return []
}

/** The reports in an object or list, also those that stand as texts in a member `reportJson`. */
function reportsIn(root: object, effort: Effort): XReport[] {
  const found: XReport[] = []
  const open = [root]
  for (const value of open) {
    if (effort.left-- <= 0) break
    const report = tried(value, effort)
    if (report) found.push(report)
    else for (const [name, member] of Object.entries(value)) open.push(...inner(name, member, effort))
  }
  return found
}

function inner(name: string, member: unknown, effort: Effort): object[] {
  if (typeof member === 'object' && member !== null) return [member]
  if (typeof member !== 'string' || name.trim() !== 'reportJson') return []
  effort.left -= member.length
  const value = jsonOf(member)
  return value ? [value] : []
}

function tried(value: object, effort: Effort): XReport | undefined {
  if (Array.isArray(value) || effort.tries <= 0) return undefined
  if (!Object.keys(value).some((name) => name.trim() === MEMBER)) return undefined
  effort.tries--
  const read = v.safeParse(XReport, withPlainKeys(value), { abortEarly: true })
  return read.success ? read.output : undefined
}

/**
 * Sorts reports: the newest month first, and within a month the one that X made last. Copies count once. Two reports of one month that
 * differ may be of two accounts, because no report names its account: both stay.
 */
function newestFirst(reports: readonly XReport[]): XReport[] {
  const byContent = new Map<string, XReport>()
  for (const report of reports) {
    const content = JSON.stringify({ ...report, generatedAt: null })
    const known = byContent.get(content)
    if (!known || madeAt(report) > madeAt(known)) byContent.set(content, report)
  }
  return [...byContent.values()].sort((one, other) => {
    if (one.month !== other.month) return one.month < other.month ? 1 : -1
    return madeAt(other) - madeAt(one)
  })
}

function madeAt({ generatedAt }: XReport): number {
  return generatedAt ?? 0
}

/** How deep a report is nested: itself, its lists, their rows. */
const DEPTH_MAX = 4

function withPlainKeys(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withPlainKeys(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.trim(), withPlainKeys(item, depth + 1)]),
  )
}

/** Largest text or file that is read, in characters or bytes: a report has a few thousand, a saved page up to some millions. */
export const REPORT_MAX = 5_000_000

export type ReadReport =
  | { reports: readonly XReport[]; failure?: never }
  | { reports?: never; failure: keyof typeof reportText.failure }

export function readReport(words: string): ReadReport {
  if (words.length > REPORT_MAX) return { failure: 'tooLarge' }
  const reports = findReports(words.replace(/^\uFEFF/, ''))
  if (reports.length > 0) return { reports }
  return { failure: /[{[<"“%\\]/.test(words) || words.trim() === '' ? 'notReport' : 'noData' }
}

/** Reads the reports in a file. Its size is checked first, so that a video dropped by mistake is not loaded. */
export async function readReportFile(file: Blob): Promise<ReadReport> {
  if (file.size > REPORT_MAX) return { failure: 'tooLarge' }
  try {
    const read = readReport(await file.text())
    // What is said of the words of a page does not fit a file.
    return read.failure === 'noData' ? { failure: 'notReport' } : read
  } catch {
    return { failure: 'unreadable' }
  }
}
