import type { AgreementItem, SeenAnswer } from '../../contract/AgreementTicket.ts'
import { calendarDay } from './calendarDay.ts'
import { offerNames, verdictWords } from './offerNames.ts'

const methods = {
  recent_search: '最近のポストを検索で探した',
  post_search: 'このポストを検索で探した',
  unstated: 'サーバーが示していない',
} as const
const seenWords = (item: AgreementItem) =>
  item === 'reply_deboosting'
    ? { seen: 'すぐ見えた', unseen: '押すと見えた' }
    : { seen: '見えた', unseen: '見えなかった' }

/** The sentences around sending what a visitor saw: loaded with the first answer that can be sent. */
export const offerText = {
  lead: '下の内容だけを、サーバーに送ります。だれのアカウントか、どのポストかは含みません。判定が、人の見え方とどれだけ一致するかを数えるためです。',
  rows: ({ item, verdict, seen, method, day }: SeenAnswer): (readonly [name: string, words: string])[] => [
    ['項目', offerNames[item]],
    ['このサイトの判定', verdictWords(item, verdict)],
    ['ご自分の確認', seenWords(item)[seen]],
    ['判定の方法', methods[method]],
    ['チェックの日', `${calendarDay(day)}（日本時間）`],
  ],
  exact: '送られるデータそのもの',
  ticket:
    '「ticket」は、この項目を1回だけ数えるための、チェックごとの使い捨ての文字です。サーバーには1時間を超えて残りません。同じ接続元から数えすぎないための印も、その日が終わって1時間以内に消えます。',
  send: 'この確認を匿名で役立てる',
  state: {
    sending: '送っています。',
    sent: '送りました。ありがとうございます。',
    counted: 'このチェックのこの項目は、もう数えられています。',
    late: 'チェックから時間がたったため、送れませんでした。',
    full: 'お使いの接続元からの今日の分は、この項目ではもう数えられています。',
    failed: '送れませんでした。もう一度お試しください。',
  },
  /** After these there is nothing left to send. */
  over: ['sent', 'counted', 'late'] as readonly string[],
} as const
