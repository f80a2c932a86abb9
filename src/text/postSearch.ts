import { parsePostUrl } from '../../contract/names.ts'
import { isSameScreenName } from '../../contract/screenName.ts'
import { SEARCHES_BEFORE_MISSING } from '../../contract/wire.ts'
import type { PostEvidence, WholePostEvidence } from '../../contract/wire.ts'
import { withheldSentence } from './accountFacts.ts'
import { whyUnjudgedUntil } from './reasons.ts'

/** The sentences on what a post's status rests on, and on looking for it in X's own search: loaded with the first list of posts. */
export const postSearchText = {
  found: (time: string | null) => (time ? `検索で見つかりました（${time}）` : '検索で見つかりました'),
  missed: (looks: number, time: string | null) =>
    `${looks}回検索しても見つかりませんでした${time === null ? '' : `（${time}）`}。`,
  causes: {
    title: '考えられる理由',
    lead: 'Xは、次のようなものを検索に出さないことがあると公表しています。',
    list: [
      '同じ内容やリンクの繰り返し、トレンドやハッシュタグの乱用',
      '自動の投稿や返信、フォローと解除の繰り返し',
      'センシティブな内容や、Xのルールに反すると判断されたもの',
    ],
    unknown: 'これらのポストがどの理由によるのかは、Xが公開していないためわかりません。',
  },
  restrictedUnnamed:
    'ログインしていない人には表示されません（投稿者が非公開アカウントか、年齢や内容の設定など）。',
  restricted: 'ログインしていない人には表示されません（年齢や内容の設定など）。',
  visible: '表示はされています。',
  unsearched: '検索に出るかは調べていません。',
  author: (typed: string, author: string) => `URLの名前（@${typed}）とは違う、@${author} のポストです。`,
  quoteRestricted: '引用元のポストは表示が制限されています。',
  quoteUnknown: '引用元はわかりませんでした。',
  again: 'このポストだけもう一度チェック',
  checkedAgain: (time: string) => `${time}にもう一度チェックしました。`,
  before: (day: string, badge: string) => `前回（${day}）は${badge}でした。`,
  see: {
    title: '自分でもXで検索する',
    lead: 'リンクを開くと、このポストだけを検索できます。フォローしていない別のアカウントで見てください。',
    hint: (name: string) =>
      `URLの名前（@${name}）で探します。ほかの人のポストであれば、検索に出ていても見つかりません。`,
    link: 'Xの検索を開く',
    question: 'このポストが見えましたか',
    answers: { seen: '見えた', unseen: '見えなかった' },
  },
} as const

type Say = (evidence: PostEvidence, url: string, when: string | null) => readonly string[]
/** The sentences on each member of the evidence, in this order; null if another member's sentence says it, or another place shows it. */
const SENTENCES: Record<keyof WholePostEvidence, Say | null> = {
  author: (evidence, url) => authorIn(url, evidence),
  found: (evidence, _url, when) => [`${shownIn(evidence)}${searchedIn(evidence, when)}`],
  visible: null,
  reason: null,
  quote: quotedIn,
  withheld: withheldIn,
  time: null,
  control: null,
  controlHours: null,
  version: null,
}

/** Says what a post's evidence holds. `when` says in words when search was asked. */
export const evidenceSentences: Say = (evidence, url, when) =>
  Object.values(SENTENCES).flatMap((say) => say?.(evidence, url, when) ?? [])

function authorIn(url: string, { author }: PostEvidence): string[] {
  const typed = parsePostUrl(url)?.name
  if (!typed || !author || isSameScreenName(typed, author)) return []
  return [postSearchText.author(typed, author)]
}

function shownIn({ visible, found, reason }: PostEvidence): string {
  // X named no author, who may be protected.
  if (visible === false)
    return reason?.cause === 'no_author' ? postSearchText.restrictedUnnamed : postSearchText.restricted
  const unasked = found === null && (reason === null || reason.cause === 'not_offered')
  return visible === true && unasked ? postSearchText.visible : ''
}

function searchedIn({ found, reason }: PostEvidence, when: string | null): string {
  if (found !== null)
    return found ? postSearchText.found(when) : postSearchText.missed(SEARCHES_BEFORE_MISSING, when)
  return reason ? whyUnjudgedUntil(reason) : postSearchText.unsearched
}

function quotedIn({ quote }: PostEvidence): string[] {
  if (quote === 'restricted') return [postSearchText.quoteRestricted]
  return quote === 'unknown' ? [postSearchText.quoteUnknown] : []
}

function withheldIn({ withheld = [] }: PostEvidence): string[] {
  const sentence = withheldSentence(withheld)
  return sentence === null ? [] : [sentence]
}
