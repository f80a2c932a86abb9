import { listReasons } from '../../../contract/reasons.ts'
import { whyUnjudged, whyUnlisted } from '../../../src/text/reasons.ts'
import * as fc from 'fast-check'
import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parse } from 'valibot'
import { BANS, POST_GROUPS, POST_STATUSES, recordByBan, groupOfPost } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import { AccountCheck } from '../../../contract/wire.ts'
import { AccountResultCard, ResultDetails } from '../../../src/account/AccountResult.tsx'
import { LatestPosts } from '../../../src/account/LatestPostsCard.tsx'
import { accountFlow } from '../../../src/account/accountFlow.ts'
import type { AccountResult } from '../../../src/account/checkAccount.ts'
import { toFinishedCheck } from '../../../src/account/finishedCheck.ts'
import type { FinishedCheck } from '../../../src/account/finishedCheck.ts'
import { RestoredCard } from '../../../src/account/restored/RestoredResult.tsx'
import { describeAccountPicture, accountShareText } from '../../../src/account/share.ts'
import { csvText } from '../../../src/lib/download.ts'
import { LogAccountCard } from '../../../src/log/LogCards.tsx'
import { logCsvRows } from '../../../src/log/logExport.ts'
import { lacksPosts } from '../../../src/results/accountVerdict.ts'
import { toStoredCheck } from '../../../src/storage/records.ts'
import { formatMinute, formatShortTime, formatSpreadsheetTime } from '../../../src/text/japanese.ts'
import { DAY_MS } from '../../../contract/dates.ts'
import {
  FROM_X,
  createdSentence,
  newAccountSentence,
  withheldSentence,
} from '../../../src/text/accountFacts.ts'
import { resultText } from '../../../src/text/result.ts'
import { idOf } from '../../contract/idOf.ts'
import { textOf } from './textOf.tsx'

const AT = new Date(2026, 10, 21, 18, 20).getTime()
const NAME = 'someone'

beforeEach(() => void vi.stubGlobal('location', new URL('https://site.test/')))
afterEach(() => void vi.unstubAllGlobals())

const flag = fc.option(fc.boolean())
const count = fc.integer({ min: 0, max: 20 })
/** Some minutes before the check ended, or much earlier: answers come out of a cache. */
const time = fc.integer({ min: AT - 3 * 86_400_000, max: AT })
const limit = fc.record(
  { rate_limit: fc.boolean(), reset: fc.integer({ min: AT, max: AT + 900_000 }) },
  { requiredKeys: ['rate_limit'] },
)
const item = fc.record(
  {
    method: fc.constantFrom(null, 'recent_search'),
    reason: fc.option(fc.constantFrom(...listReasons())),
    looked: count,
    found: count,
    control: time,
    time,
  },
  { requiredKeys: ['method', 'reason'] },
)
const postEvidence = fc.record({
  visible: flag,
  found: flag,
  reason: fc.option(fc.constantFrom(...listReasons())),
})
const post = fc.record(
  {
    url: fc
      .tuple(fc.constantFrom(NAME, 'i'), fc.integer({ min: 0, max: 1e9 }))
      .map(([author, at]) => `https://x.com/${author}/status/${idOf(AT - at)}`),
    status: fc.constantFrom(...POST_STATUSES, 'SOMETHING_NEW'),
    evidence: postEvidence,
  },
  { requiredKeys: ['url', 'status'] },
)
const listEvidence = fc.record({
  reason: fc.option(fc.constantFrom(...listReasons())),
  pinTold: fc.boolean(),
  kindsTold: fc.boolean(),
})
const evidence = fc.record(
  {
    time,
    version: fc.integer({ min: 0, max: 9 }),
    items: fc.record(recordByBan(() => item)),
    created: fc.integer({ min: AT - 90 * DAY_MS, max: AT }),
    withheld: fc.subarray(['JP', 'DE', 'XX', 'XY', 'US', '<b>']),
    tweets: listEvidence,
  },
  { requiredKeys: ['time', 'items'] },
)

/** Answers in every form that the schema allows. Open accounts are half of them, since most lines are said of those alone. */
const answers = fc
  .tuple(
    fc.record(
      {
        suspend: flag,
        not_found: flag,
        protect: flag,
        no_tweet: flag,
        ...recordByBan(() => flag),
        api_status: fc.record({ userSearchGroup: limit, userTimelineGroup: limit }),
        tweets: fc.uniqueArray(post, { selector: ({ url }) => url, maxLength: 20 }),
        evidence,
      },
      { requiredKeys: ['suspend', 'not_found', 'protect', 'no_tweet', 'api_status'] },
    ),
    fc.boolean(),
  )
  .map(([answer, isOpen]) => {
    const open = { suspend: false, not_found: false, protect: false }
    const { userTimelineGroup } = answer.api_status
    const api_status = { userSearchGroup: { rate_limit: false }, userTimelineGroup }
    return parse(AccountCheck, { ...answer, ...(isOpen && { ...open, api_status }) })
  })

const checks = fc.record({
  answer: answers,
  posts: fc.boolean(),
  upstream: fc.constantFrom('sandbox', 'x-api', null),
})

const PLACES = ['page', 'restored', 'log', 'csv', 'picture', 'shared'] as const
type Places = Record<(typeof PLACES)[number], string>

/** What each place says of a check, in one line. All but the page and its shared text are made from what the log stores. */
function placesOf(check: FinishedCheck, result: AccountResult, posts: boolean): Places {
  const stored = toStoredCheck(JSON.parse(JSON.stringify(check)) as FinishedCheck)
  const store = createStore()
  store.set(accountFlow.setResultAtom, {
    state: 'done',
    query: { variant: 'main', screenName: NAME, posts, reposts: true },
    result,
    endedAt: AT,
  })
  const page = (
    <>
      <AccountResultCard />
      <ResultDetails check={check} />
      <LatestPosts check={check} />
    </>
  )
  const log = (
    <LogAccountCard
      account={NAME}
      name={NAME}
      entries={[{ check: stored, before: null }]}
      observations={[]}
    />
  )
  const { headline, lines, bans, about, warning } = describeAccountPicture(stored, null)
  return {
    page: textOf(page, store).join(' '),
    restored: textOf(<RestoredCard check={stored} change={null} earlier={[]} />).join(' '),
    log: textOf(log).join(' '),
    csv: csvText(logCsvRows([stored], [])),
    picture: [headline, about, ...lines, ...bans.map(({ name, state }) => `${name} ${state}`), warning].join(
      ' ',
    ),
    shared: accountShareText(check),
  }
}

/** Posts that count for the account: reposts are somebody else's. */
const isOwn = ({ url, evidence }: NonNullable<AccountCheck['tweets']>[number]) =>
  !url.includes('/i/status/') && evidence?.reason?.cause !== 'repost'

/** Which of the places contain the words that are given for them. */
const saying = (places: Places, words: Partial<Places>) =>
  PLACES.filter((place) => words[place] !== undefined && places[place].includes(words[place]))

/** Expects of each place the words that are given for it. */
function expectAll(places: Places, words: Partial<Places>) {
  const silent = Object.keys(words).filter((place) => !saying(places, words).some((one) => one === place))
  expect(silent.map((place) => [place, words[place as keyof Places], places[place as keyof Places]])).toEqual(
    [],
  )
}

function expectNone(places: Places, words: Partial<Places>) {
  expect(saying(places, words)).toEqual([])
}

const everywhere = (words: string) => ({
  page: words,
  restored: words,
  log: words,
  csv: words,
  picture: words,
})

describe('page, restored page, log, CSV file, picture and shared text', () => {
  it('the page, the restored page, the log, the CSV file, the picture and the shared text name the same counts, times and reasons, whatever a server answers', () => {
    fc.assert(
      fc.property(checks, ({ answer, posts, upstream }) => {
        const result = { ...answer, upstream, screenName: NAME }
        const check = toFinishedCheck(result, { variant: 'main', screenName: NAME, posts, reposts: true }, AT)
        const places = placesOf(check, result, posts)
        const isClosed =
          Boolean(answer.not_found ?? false) || answer.suspend === true || answer.protect === true
        const isLimited = answer.api_status.userSearchGroup.rate_limit
        const isDemo = upstream === 'sandbox'

        // Times: when the check ended, and when X was asked.
        expectAll(places, {
          restored: formatShortTime(AT),
          log: formatShortTime(AT, AT),
          csv: formatSpreadsheetTime(AT),
          picture: formatMinute(AT),
        })
        const { version, time: asked = 0 } = answer.evidence ?? {}
        if (version !== undefined && !isDemo) {
          const method = resultText.method(
            version,
            formatShortTime(asked) === formatShortTime(AT) ? null : formatShortTime(asked),
          )
          expectAll(places, {
            restored: method,
            log: method,
            picture: method,
            csv: formatSpreadsheetTime(asked),
            page: resultText.asked(formatShortTime(asked, AT)),
          })
        } else expectNone(places, everywhere('にXへ問い合わせ）'))

        // Counts of the posts.
        const own = (answer.tweets ?? []).filter(isOwn)
        for (const group of POST_GROUPS) {
          const count = own.filter((post) => groupOfPost(post) === group).length
          const badge = resultText.badge[group]
          if (count === 0) continue
          expectAll(places, {
            picture: `${badge} ${count}`,
            ...(group !== 'ok' && { restored: `${badge}${count}件`, log: `${badge}${count}件` }),
          })
          expect(csvCell(places.csv, badge)).toBe(`${count}`)
        }

        // Where X withholds the account.
        const withheld = withheldSentence(answer.evidence?.withheld ?? [])
        if (withheld !== null) {
          // The verdict on the page may say it without its source.
          const onPage = withheld.replace(FROM_X, '')
          expectAll(places, { ...everywhere(withheld), page: onPage, shared: '🚫' })
        } else expectNone(places, { shared: '🚫' })

        // When the account was created, and below 30 days, unless search shows it, what that means.
        const created = answer.evidence?.created
        const age = created === undefined ? null : Math.floor((AT - created) / DAY_MS)
        const isNew = age !== null && age < 30 && answer.search_ban !== false
        if (age !== null && created !== undefined) {
          const said = isNew ? newAccountSentence(age) : createdSentence(created)
          expectAll(places, { ...everywhere(said), csv: formatSpreadsheetTime(created) })
        }

        // Posts that could not be fetched.
        const { missing } = check
        if (missing) expectAll(places, everywhere(whyUnlisted(missing)))
        if (missing?.until !== undefined) {
          const again = check.limited?.until ?? missing.until
          expectAll(places, { page: resultText.state.worthAt(formatShortTime(again)) })
        }

        // The four items, each with its state and, if it was not judged, with the reason.
        for (const ban of BANS) {
          if (isClosed || isLimited) continue
          const { name, yes, no, unknown } = { ...resultText.ban, ...resultText.ban[ban] }
          const partly = partlyIn(answer, ban)
          const state = partly ?? (answer[ban] === null ? unknown : answer[ban] ? yes : no)
          // Of an account without posts, the page explains the items and gives them no state.
          const isOnPage = !lacksPosts(check)
          expectAll(places, {
            picture: `${name} ${state}`,
            ...(isOnPage && { page: partly === null ? state : resultText.ban.some }),
            restored: state,
            ...(partly !== null && { log: partly }),
          })
          expect(csvCell(places.csv, name)).toContain(state)
          const why = answer[ban] === null ? reasonWords(answer, ban) : null
          if (why !== null)
            expectAll(places, { ...(isOnPage && { page: why }), restored: why, log: why, csv: why })
        }
        for (const ban of BANS) {
          const { name } = resultText.ban[ban]
          if (isClosed || isLimited) expectAll(places, { shared: `❓ ${name}` })
          else if (answer[ban] === true) expectAll(places, { shared: `❌ ${name}` })
        }

        // Invented data.
        const demo = {
          page: '架空',
          restored: '架空',
          log: '架空',
          csv: '架空',
          picture: '架空',
          shared: '架空',
        }
        if (isDemo && !answer.not_found) expectAll(places, demo)
        if (!isDemo) expectNone(places, demo)
      }),
    )
  })
})

/** The cell of the one row of a CSV file, by the head of its column. */
function csvCell(csv: string, head: string): string | undefined {
  const [heads, cells] = csv
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','))
  return cells?.[heads?.indexOf(head) ?? -1]?.replaceAll(/^"=""|"""$/g, '')
}

function partlyIn(answer: AccountCheck, ban: Ban): string | null {
  const { method, looked = 0, found = 0 } = answer.evidence?.items.search_ban ?? {}
  const isPartly = ban === 'search_ban' && answer.search_ban === false && method === 'recent_search'
  return isPartly && found < looked ? resultText.ban.partly(looked, found) : null
}

/** The words of a reason, without its numbers; null for reasons that hold for each check, or that the verdict says. */
function reasonWords(answer: AccountCheck, ban: Ban): string | null {
  const reason = answer.evidence?.items[ban].reason ?? null
  if (reason === null || ['no_method', 'not_offered', 'account'].includes(reason.cause)) return null
  const { looked = 0 } = answer.evidence?.items[ban] ?? {}
  return whyUnjudged(reason, { period: '7日間', posts: looked, listed: looked })
}
