import { BAN_NAMES } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { text } from './ja.ts'

type BanText = {
  name: string
  /** The name in Japanese letters, as people search for it and say it. */
  reading: string
  /** A noun that says what the ban does. */
  gloss: string
  about: string
  steps: (name: string) => string[]
  /** X's page on which it can be seen for one account, whose name needs no escaping in URLs. */
  page: (name: string) => string
  link: string
  /** Asks what the visitor saw. */
  question: (name: string) => string
  answers: AnswerTexts
  rules: 'search' | 'reach'
}

type AnswerTexts = { seen: string; unseen: string; unsure: string }

export const OBSERVED_ANSWER_TEXTS = { seen: '見えた', unseen: '見えなかった', unsure: 'わからない' }

const SEEN = { question: () => '見えましたか', answers: OBSERVED_ANSWER_TEXTS }
const REPLIES = {
  page: (name: string) => `https://x.com/${name}/with_replies`,
  link: '返信の一覧を開く',
  rules: 'reach',
} as const
const replySteps = (name: string, look: string) => [
  `@${name} の返信をひとつ選び、返信先のポストを開きます。`,
  look,
]

export const banTexts: Record<Ban, BanText> = {
  search_suggestion_ban: {
    name: BAN_NAMES.search_suggestion_ban,
    reading: 'サーチサジェスチョンバン',
    gloss: text.info.bans.search_suggestion_ban,
    about:
      '検索欄に入力したときの候補に、アカウントが表示されにくくなる状態です。ポスト自体は検索で見つかることがあります。',
    steps: (name) => [`検索欄に「${name}」と入力し、候補を見ます。`],
    page: () => 'https://x.com/explore',
    link: 'Xの検索を開く',
    question: (name) => `候補に @${name} が出ましたか`,
    answers: { seen: '出た', unseen: '出なかった', unsure: 'わからない' },
    rules: 'search',
  },
  search_ban: {
    name: BAN_NAMES.search_ban,
    reading: 'サーチバン',
    gloss: text.info.bans.search_ban,
    about:
      'キーワードやハッシュタグで検索しても、ポストが検索結果に表示されない状態です。フォロワー以外に届きにくくなります。',
    steps: () => [
      '検索結果に、ここ数日のポストが並んでいるかを見ます。',
      '並んでいなければ、検索の設定でセンシティブな内容も表示して、もう一度見ます。',
    ],
    page: (name) => `https://x.com/search?q=from%3A${name}&f=live`,
    link: '検索結果を開く',
    ...SEEN,
    rules: 'search',
  },
  ghost_ban: {
    name: BAN_NAMES.ghost_ban,
    reading: 'ゴーストバン',
    gloss: text.info.bans.ghost_ban,
    about: 'ほかの人のポストへの返信が、返信一覧に表示されない状態です。自分の画面では通常どおり見えます。',
    steps: (name) => replySteps(name, '返信を最後まで見て、その返信を探します。'),
    ...REPLIES,
    ...SEEN,
  },
  reply_deboosting: {
    name: BAN_NAMES.reply_deboosting,
    reading: 'リプライデブースティング',
    gloss: text.info.bans.reply_deboosting,
    about: '返信が一覧の下部に回され、「返信をさらに表示」などを押さないと見えない状態です。',
    steps: (name) =>
      replySteps(name, 'その返信が、「返信をさらに表示」などを押さなくても見えるかを確かめます。'),
    ...REPLIES,
    question: () => '押さずに見えましたか',
    answers: OBSERVED_ANSWER_TEXTS,
  },
}
