import type {
  FeedbackItem,
  FeedbackReport,
  FeedbackAnswer,
  VerdictStatement,
  AgreementCounts,
  ViewerKind,
} from '../../contract/feedback.ts'
import { BAN_NAMES } from '../../contract/outcomes.ts'
import { OBSERVED_ANSWER_TEXTS } from './bans.ts'
import { formatCalendarDay, formatNumber } from './japanese.ts'
import { resultText } from './result.ts'

const { badge } = resultText

export const feedbackItemNames = {
  ...BAN_NAMES,
  'post:excluded': `ポスト（${badge.excluded}）`,
} as const satisfies Record<FeedbackItem, string>
/** The names of bans are English. */
export const languageOfItem = (item: FeedbackItem) => (item === 'post:excluded' ? undefined : 'en')

const OF_ITEM = { clear: resultText.ban.no, affected: resultText.ban.yes } as const
/** A post is found by search or not; an account's item is detected or not. */
const OF_POST = { clear: '検索で見つかりました', affected: '検索で見つかりませんでした' } as const

export function verdictText(item: FeedbackItem, verdict: VerdictStatement['verdict']): string {
  return (item.startsWith('post:') ? OF_POST : OF_ITEM)[verdict]
}

/** Returns whole percents, rounded towards the middle: only all is 100 %, and only none is 0 %. */
function percentOf(hits: number, all: number): number {
  return 2 * hits > all ? Math.floor((100 * hits) / all) : Math.ceil((100 * hits) / all)
}

/** The interval is widened to whole percents, never narrowed. */
const tally = ({ answers, agreed, low, high }: AgreementCounts) =>
  `${percentOf(agreed, answers)}%が判定と一致しました（${formatNumber(answers)}件の答えのうち${formatNumber(agreed)}件、95%信頼区間は${Math.floor(100 * low)}〜${Math.ceil(100 * high)}%）。`

export const feedbackText = {
  title: '判定は、実際の見え方とどれだけ合っているか',
  lead: ({ from, to }: Pick<FeedbackReport, 'from' | 'to'>) =>
    `自分で見て確かめ、「この答えを匿名で送って、判定の検証に役立てる」で送った人の答えを数えたものです（${formatCalendarDay(from)}〜${formatCalendarDay(to)}）。`,
  tally,
  verdict: (item: FeedbackItem, verdict: VerdictStatement['verdict'], counted: AgreementCounts) =>
    `判定が「${verdictText(item, verdict)}」だったとき：${tally(counted)}`,
  none: 'まだ答えが少ないため、示せる項目がありません。',
  caution:
    '答えが30件に満たない項目は示していません。答えた人だけの集計で、見まちがいもありえます。見た人がXにログインしていたかどうかはわからず、区別していません。判定の正しさを測った数ではありません。',
  failed: 'いまは読み込めませんでした。',
  again: 'もう一度読み込む',
} as const

const methods = {
  recent_search: '最近のポストを検索で探した',
  post_search: 'このポストを検索で探した',
  unstated: 'サーバーが示していない',
} as const
const seenText = (item: FeedbackItem) =>
  item === 'post:excluded' ? OBSERVED_ANSWER_TEXTS : resultText.ban[item].answers

/** Texts about the account with which a visitor looks. X's own name for the setting is used. */
export const viewerText = {
  question: 'どのアカウントで見ますか（任意）',
  hint: 'まずは検索の設定「センシティブな内容を含むものを表示しない」をオン（初期設定）のままにして見てください。',
  none: '選択しない',
  viewers: {
    stranger: 'フォローしていない（検索の設定は初期のまま）',
    stranger_open: 'フォローしていない（検索の設定をオフにした）',
    follower: 'フォローしている',
    logged_out: 'ログアウト中',
  } satisfies Record<ViewerKind, string>,
} as const

export const sendFeedbackText = {
  lead: '下の内容だけを、サーバーに送ります。だれのアカウントか、どのポストかは含みません。判定が、人の見え方とどれだけ一致するかを数えるためです。',
  rows: ({
    item,
    verdict,
    seen,
    viewer,
    method,
    day,
  }: FeedbackAnswer): (readonly [name: string, words: string, language?: string | undefined])[] => [
    ['項目', feedbackItemNames[item], languageOfItem(item)],
    ['このサイトの判定', verdictText(item, verdict)],
    ['自分の確認', seenText(item)[seen]],
    ['見たアカウント', viewer === 'unstated' ? viewerText.none : viewerText.viewers[viewer]],
    ['判定の方法', methods[method]],
    ['チェックの日', `${formatCalendarDay(day)}（日本時間）`],
  ],
  exact: '送られるデータそのもの',
  ticket:
    '「ticket」は、この項目を1回だけ数えるための、チェックごとの使い捨ての文字です。サーバーには1時間を超えて残りません。同じ接続元から数えすぎないための印も、その日が終わって1時間以内に消えます。',
  send: 'この答えを匿名で送って、判定の検証に役立てる',
  state: {
    sending: '送っています。',
    sent: '送りました。ありがとうございます。',
    counted: 'このチェックのこの項目は、もう数えられています。',
    late: 'チェックから時間がたったため、送れませんでした。',
    full: 'お使いの接続元からの今日の分は、この項目ではもう数えられています。',
    failed: '送れませんでした。もう一度お試しください。',
  },
  over: ['sent', 'counted', 'late'] as readonly string[],
} as const

export const observationText = {
  own: (answer: string, date: string, isFriend = false) =>
    `${isFriend ? '友だち' : 'あなた'}の確認：${answer}（${date}）`,
  private: 'この確認は送信されず、上の判定も変わりません。',
  unsent: '下のボタンを押さないかぎり、この確認は送信されません。上の判定も変わりません。',
  outcome: {
    kept: 'この端末に記録しました。',
    off: '端末への記録がオフのため、このページを閉じると消えます。',
    full: '端末の空きがないため、記録できませんでした。',
    unavailable: 'このブラウザでは記録を残せません（プライベートブラウズなど）。',
  },
} as const
