import { groupsToShow, totalOfGroups } from '../../contract/outcomes.ts'
import { DAY_MS } from '../../contract/dates.ts'
import { timeCells, timeColumnHeads } from '../lib/fileFormats.ts'
import type { CsvCell } from '../lib/download.ts'
import type { StoredBatch, StoredCheck } from '../storage/records.ts'
import {
  FROM_X,
  accountFactHeads,
  createdSentence,
  newAccountSentence,
  withheldSentence,
  withheldShared,
} from '../text/accountFacts.ts'
import { csvColumnGroups, logText } from '../text/log.ts'
import { listedPostCount, resultText } from '../text/result.ts'
import {
  accountVerdict,
  caveatsOf,
  explainMissingPosts,
  groupOfOldPin,
  latestPostsSummary,
  storedBanState,
} from './accountVerdict.ts'
import type { AccountVerdict } from './accountVerdict.ts'
import { whenXWasAskedLine, methodLine } from './method.ts'
import type { GroupCounts } from './posts.ts'

/** The places that say in sentences what a check found beside its verdict and its items. */
export type FactPlace = 'page' | 'restored' | 'log' | 'picture' | 'shared'
type Say = (check: StoredCheck) => readonly string[]
/** Columns of the log's CSV file, which has rows of account checks and of post checks. */
type Columns = {
  heads: readonly string[]
  ofCheck: (check: StoredCheck) => CsvCell[]
  ofBatch?: (batch: StoredBatch) => CsvCell[]
}
/** Null: the place leaves the fact out. */
type Row = Record<FactPlace, Say | null> & { columns: Columns | null }

/** Members of a check that its verdict, its items and its heading are made of. Each place shows those itself. */
type InVerdict =
  | 'account'
  | 'userId'
  | 'name'
  | 'at'
  | 'sandbox'
  | 'state'
  | 'asked'
  | 'limited'
  | 'bans'
  | 'items'
  | 'ticks'
  | 'auto'
/** Members that are shown with another one. */
type ShownWithAnother = 'judged' | 'missing' | 'oldPin' | 'version'

const some = (line: string | null | undefined | false): readonly string[] => (line ? [line] : [])

const { verdict: words, ban } = resultText

/** Demo data does not come from X, so no place says when X was asked. */
const methodOf = ({ sandbox, method }: Pick<StoredCheck, 'sandbox' | 'method'>) =>
  sandbox ? null : (method ?? null)

const partlyIn = (check: StoredCheck) =>
  storedBanState(check, 'search_ban')?.name === 'partly' ? check.partly : null

/** Names an older pinned post that search did not find: it is counted among the latest posts. */
function pinWords(check: StoredCheck): string {
  const group = groupOfOldPin(check)
  return group === undefined || group === 'ok' ? '' : words.oldPin(resultText.badge[group])
}

const postsMissing: Say = (check) => some(explainMissingPosts(check)?.sentence)
const logPosts: Say = (check) => {
  const { posts } = check
  return some(posts && logText.posts(totalOfGroups(posts), posts) + pinWords(check))
}
const method: Say = (check) => some(methodLine(methodOf(check), check.at))

const everywhere = (say: Say) => ({ page: say, restored: say, log: say, picture: say })

const withheld: Say = ({ withheld = [] }) => some(withheldSentence(withheld))

/** The posts of a younger account may take days to be in search. */
const NEW_ACCOUNT_DAYS = 30
/** The age matters most if no post was found. */
const created: Say = ({ created, at, bans }) => {
  if (created === undefined) return []
  const days = Math.max(0, Math.floor((at - created) / DAY_MS))
  const isNew = days < NEW_ACCOUNT_DAYS && bans.search_ban !== false
  return [isNew ? newAccountSentence(days) : createdSentence(created)]
}

/**
 * The facts that a check found beside its verdict and its items, in the order in which they are shown: one row for each member of a check. A new member needs a row
 * here, and each row says for every place how it is shown there.
 */
const FACTS = {
  posts: {
    page: (check) => some(latestPostsSummary(check)?.sentence),
    restored: logPosts,
    log: logPosts,
    picture: (check) => some(check.posts && countLine(check.posts, check) + pinWords(check)),
    shared: ({ posts }) => (posts ? resultText.shareText.latest(posts) : []),
    columns: {
      heads: logText.csv.posts,
      ofCheck: ({ posts }) => countCells(posts),
      ofBatch: ({ counts }) => countCells(counts),
    },
  },
  withheld: {
    ...everywhere(withheld),
    shared: ({ withheld = [] }) => some(withheldShared(withheld)),
    columns: { heads: [accountFactHeads.withheld], ofCheck: (check) => [withheld(check)[0] ?? null] },
  },
  created: {
    ...everywhere(created),
    shared: null,
    columns: {
      heads: timeColumnHeads(accountFactHeads.created),
      ofCheck: (check) => timeCells(check.created),
    },
  },
  // On places that list all items, the item itself says this. The page says it also beside the verdict, unless affected posts are named there.
  partly: {
    page: (check) => {
      const partly = partlyIn(check)
      const isExplained = latestPostsSummary(check)?.isFinding
      return some(partly && !isExplained && words.partlyFound(partly.looked, partly.found))
    },
    restored: null,
    log: (check) => {
      const partly = partlyIn(check)
      return some(partly && logText.item(ban.search_ban.name, ban.partly(partly.looked, partly.found)))
    },
    picture: null,
    shared: null,
    columns: null,
  },
  method: {
    page: (check) => {
      const said = methodOf(check)
      return some(said && whenXWasAskedLine(said, check.at))
    },
    restored: method,
    log: method,
    picture: method,
    shared: null,
    columns: {
      heads: [logText.csv.version, ...timeColumnHeads(logText.csv.asked)],
      ofCheck: (check) => [check.version, ...timeCells(methodOf(check)?.asked)],
      ofBatch: (batch) => [batch.method?.version, ...timeCells(methodOf(batch)?.asked)],
    },
  },
  postsMissing: {
    page: (check) => {
      const { sentence, again } = explainMissingPosts(check) ?? {}
      // If X limited the check itself until a time, the page names that time.
      return [...some(sentence), ...some(check.limited?.until === undefined && again)]
    },
    restored: postsMissing,
    log: postsMissing,
    picture: postsMissing,
    shared: null,
    columns: { heads: [logText.csv.postsMissing], ofCheck: (check) => [postsMissing(check)[0] ?? null] },
  },
} satisfies Record<Exclude<keyof StoredCheck, InVerdict | ShownWithAnother>, Row>

type CheckFactName = keyof typeof FACTS
const FACT_NAMES = Object.keys(FACTS) as readonly CheckFactName[]
const row = (fact: CheckFactName): Row => FACTS[fact]

export type FactLine = { fact: CheckFactName; sentence: string }

/** Returns the lines that a place shows about a check, beside its verdict and its items. */
export function factLines(check: StoredCheck, place: FactPlace): FactLine[] {
  return FACT_NAMES.flatMap((fact) =>
    (row(fact)[place]?.(check) ?? []).map((sentence) => ({ fact, sentence })),
  )
}

export function factSentences(check: StoredCheck, place: FactPlace): string[] {
  return factLines(check, place).map(({ sentence }) => sentence)
}

/** Whether the verdict begins with what a line says, which then adds only that X says so. */
export function isInVerdict(verdict: AccountVerdict, { fact, sentence }: FactLine): boolean {
  return fact === 'withheld' && verdict.sentence.startsWith(sentence.replace(FROM_X, ''))
}

/** Says what kept a check without a found ban from its ✓; undefined if the verdict is not a warning, or says it. */
export function doubtIn(check: StoredCheck): string | undefined {
  const verdict = accountVerdict(check)
  if (verdict.tone !== 'warning') return undefined
  const doubts: CheckFactName[] = caveatsOf(check)
  if (latestPostsSummary(check)?.isFinding) doubts.push('posts')
  return factLines(check, 'page').find((line) => doubts.includes(line.fact) && !isInVerdict(verdict, line))
    ?.sentence
}

const columns = FACT_NAMES.flatMap((fact) => row(fact).columns ?? [])
export const factColumnHeads = columns.flatMap(({ heads }) => heads)
export const factCellsOfCheck = (check: StoredCheck) => columns.flatMap(({ ofCheck }) => ofCheck(check))
export const factCellsOfBatch = (batch: StoredBatch) =>
  columns.flatMap(({ heads, ofBatch }): CsvCell[] => ofBatch?.(batch) ?? heads.map(() => null))

function countCells(posts: GroupCounts | null): CsvCell[] {
  return csvColumnGroups.map((group) => posts?.[group])
}

/** Counts posts by their badges and, if they were not judged, by those reasons that a picture names. */
function countLine(counts: GroupCounts, { judged }: StoredCheck): string {
  const words = groupsToShow(counts)
    .filter((group) => counts[group] > 0)
    .map(
      (group) =>
        `${resultText.badge[group]} ${counts[group]}${group === 'unsearched' ? reasonCounts(judged) : ''}`,
    )
  return `${resultText.list.title(listedPostCount(counts))}：${words.join('／')}`
}

const NAMED_REASONS = ['sensitive', 'withheld'] as const

function reasonCounts(judged: StoredCheck['judged']): string {
  const { unsearched } = resultText.list
  const parts = NAMED_REASONS.flatMap((reason) => {
    const count = judged.filter(([, group, own]) => group === 'unsearched' && own === reason).length
    return count === 0 ? [] : [unsearched.part(unsearched[reason], count)]
  })
  return parts.length === 0 ? '' : unsearched.all(parts)
}
