import type { Reason } from '../../contract/wire.ts'
import type { Cause, XPart } from '../../contract/reasons.ts'
import { DAY_MS } from '../../contract/dates.ts'
import { formatPeriod, retryWorthFromSentence } from './japanese.ts'

/** What a part of X answers with. */
const ANSWERS = {
  search: '検索の結果',
  timeline: 'ポストの一覧',
  posts: 'ポストの詳しい情報',
  account: 'アカウントの情報',
  preview: 'ポストの表示',
} as const satisfies Record<XPart, string>

/** What a sentence about an account counts: its posts that count, and all that X listed, in the period that was searched. */
export type Counted = { period: string; posts: number; listed: number }
const NOTHING_COUNTED: Counted = { period: formatPeriod(7 * DAY_MS), posts: 0, listed: 0 }
type Words = string | ((given: { answer: string } & Counted) => string)

const NOT_INDEXED = '返信やコミュニティへのポストは検索に載らないことがあるため'
const COUNTED_KINDS = '返信・リポストと、1時間以内のものを除く'

/** A sentence, or a clause to which each place adds what it leaves undone. */
const WORDS = {
  failed: ({ answer }) => `Xから${answer}を得られず`,
  slow: ({ answer }) => `Xから${answer}が時間内に届かず`,
  limited: ({ answer }) => `Xから${answer}を受け取れる回数を使い切ったため`,
  refused: ({ answer }) => `Xがこのサイトに${answer}を渡していないため`,
  budget: 'このサイトで1日にXに問い合わせできる回数を使い切ったため',
  hour: 'このサイトで1時間にXに問い合わせできる回数を使い切ったため',
  share: '同じ回線からチェックできる分を使い切ったため',
  busy: 'Xへの問い合わせの順番が時間内に来なかったため',
  not_offered: 'このサイトでは調べていません。',
  no_method: 'この項目を外から調べる方法は公開されていません。',
  no_control: '同じころに投稿されたほかのポストが検索に出ることを確かめられなかったため',
  control_limit: '見つからないポストが、一度に確かめられる数を超えたため',
  partial: 'Xの検索結果を途中までしか得られなかったため',
  reply: NOT_INDEXED,
  community: NOT_INDEXED,
  repost: 'ほかの人のポストのリポストなので',
  sensitive: 'センシティブな内容を隠す設定の人の検索には出ません（検索除外には数えません）。',
  withheld: '国や地域によって表示が制限されているため',
  other_author: '投稿者を特定できないため',
  promoted: '広告専用のポストのため',
  not_asked: '一度に検索する件数を超えたため',
  too_young: '投稿したばかりで、まだ検索に載っていない可能性があります。1時間ほどおいてお試しください。',
  edited: '編集後の新しい版があるため',
  no_author: 'Xから投稿者の名前を得られなかったため',
  absent: 'Xに問い合わせても、このポストがもう見つからないため',
  closed: '投稿者のアカウントが非公開か、凍結やロックをされているとみられるため',
  account: 'アカウントが公開されていないため',
  swapped: 'チェックの途中で、このユーザー名が別のアカウントになりました。もう一度チェックしてください。',
  no_posts: ({ period }) => `直近${period}にポスト（${COUNTED_KINDS}）がないため`,
  too_few: ({ period, posts, listed }) =>
    listed > posts
      ? `直近${period}のポスト（${COUNTED_KINDS}）${listed}件のうち、判定に使えるものが、センシティブなものや表示が制限されているものなどを除いて${posts}件しかないため`
      : `直近${period}のポスト（${COUNTED_KINDS}）が${posts}件しかないため`,
  too_close: ({ posts }) =>
    `見つからなかった${posts}件はどれも1日以内に続けて投稿されたもので、偶然かもしれないため`,
  hidden: 'ログインしていない人にはポストが表示されないため',
  crowded:
    '返信やリポスト、センシティブなものなどが多く、判定に必要な数のポストがありませんでした。すぐ試しても同じです。',
  none_fit: ({ period }) =>
    `直近${period}のポストが、返信やセンシティブなものなど、検索に載るとは限らないものだけのため`,
  inconclusive: '検索の結果だけでは、どちらとも言えません。',
} as const satisfies Record<Cause, Words>

/** The list of posts has words of its own for causes that are about the list. */
const WORDS_OF_LIST: Partial<Record<Cause, string>> = {
  crowded: '直近の投稿に返信やリポストが多く、一覧に載せるポストまで読めませんでした。すぐ試しても同じです。',
  none_fit:
    '直近のポストがリポストや引用だけのため、一覧に載せるものがありません。「リポストと引用ポストも含める」を選ぶと表示できます。',
}

/** Whether X was asked without success: then the sentence says that judging failed, not that it was left undone. */
const isFailure = (cause: Cause) => cause === 'failed' || cause === 'slow'

const finish = (words: string, rest: string) => (words.endsWith('。') ? words : `${words}、${rest}`)

/** Says why something was not judged. `counted`: the account's posts, for a reason that counts them. */
export function whyUnjudged({ cause, part }: Reason, counted: Counted = NOTHING_COUNTED): string {
  const words: Words = WORDS[cause]
  const answer = part ? ANSWERS[part] : '答え'
  const rest = isFailure(cause) ? '判定できませんでした。' : '判定していません。'
  return finish(typeof words === 'string' ? words : words({ answer, ...counted }), rest)
}

/** Says why something was not judged, and when another try may succeed, if that is known. */
export function whyUnjudgedUntil(reason: Reason, counted?: Counted): string {
  const why = whyUnjudged(reason, counted)
  return reason.until === undefined ? why : why + retryWorthFromSentence(reason.until)
}

/** Says why the latest posts are not listed. */
export function whyUnlisted({ cause, part }: Reason): string {
  const words: Words = WORDS_OF_LIST[cause] ?? WORDS[cause]
  const answer = ANSWERS[part ?? 'timeline']
  const said = typeof words === 'string' ? words : words({ answer, ...NOTHING_COUNTED })
  return finish(said, `直近のポストは取得${isFailure(cause) ? 'できませんでした' : 'していません'}。`)
}

/** What may look like a search ban. */
export const searchDoubts = [
  '公開に戻したアカウントや、凍結・ロックが解除されたアカウントは、1日ほどのあいだ検索に出ないことがあります。',
  'Xの検索の不具合で、この時期のポストだけ出ていない可能性もあります。',
]

/** A post that search shows can be missing below a hashtag. */
export const hashtagText = {
  title: 'ハッシュタグの一覧に出ないとき',
  lines: [
    '検索に出るポストでも、ハッシュタグの一覧には出ないことがあります。',
    'Xが一覧の順番を変えたり一部を省いたりするためで、ここでわかるのは、制限と、検索に出ないポストだけです。',
    'ポストのハッシュタグを押して「最新」を選ぶと、一覧に出ているかを見られます。',
  ],
  ofAccount: {
    href: (name: string) => `https://x.com/search?q=from%3A${name}%20filter%3Ahashtags&f=live`,
    label: 'ハッシュタグ付きのポストを開く',
  },
  any: { href: 'https://x.com/search-advanced', label: 'ハッシュタグで検索する（Xの高度な検索）' },
} as const
