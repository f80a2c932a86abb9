import { BAN_NAMES } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'

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
  answers: { seen: string; unseen: string; unsure: string }
  rules: 'search' | 'reach'
}

export const OBSERVED_ANSWER_TEXTS = { seen: '見えた', unseen: '見えなかった', unsure: 'わからない' }
const SEARCH = { answers: OBSERVED_ANSWER_TEXTS, rules: 'search' } as const
const REPLIES = {
  page: (name: string) => `https://x.com/${name}/with_replies`,
  link: '返信の一覧を開く',
  rules: 'reach',
} as const
const replySteps = (name: string, look: string) => [
  `@${name} の返信の一覧から、ほかの人への返信をひとつ選びます。`,
  'その返信の、返信先のポストを開きます。',
  look,
]

export const banTexts: Record<Ban, BanText> = {
  search_suggestion_ban: {
    name: BAN_NAMES.search_suggestion_ban,
    reading: 'サーチサジェスチョンバン',
    gloss: '検索候補に出にくくなる制限',
    about:
      '検索欄に入力したときの候補に、アカウントが表示されにくくなる状態です。ポスト自体は検索で見つかることがあります。',
    steps: (name) => [
      `検索欄に「${name}」とだけ入力します（検索はまだ押しません）。`,
      `候補のアカウントに @${name} が出るかを見ます。`,
      '出なければ、検索結果の「アカウント」も見ます。',
    ],
    page: (name) => `https://x.com/search?q=${name}&f=user`,
    link: '「アカウント」の検索結果を開く',
    ...SEARCH,
  },
  search_ban: {
    name: BAN_NAMES.search_ban,
    reading: 'サーチバン',
    gloss: '検索に出なくなる制限',
    about:
      'キーワードやハッシュタグで検索しても、ポストが検索結果に表示されない状態です。フォロワー以外に届きにくくなります。',
    steps: (name) => [
      `「from:${name}」の検索結果を開き、「最新」を選びます。`,
      'ここ数日のポストが並んでいるかを見ます。',
      '並んでいなければ、検索の設定で「センシティブな内容を含むものを表示しない」のチェックを外して、もう一度見ます。',
    ],
    page: (name) => `https://x.com/search?q=from%3A${name}&f=live`,
    link: '検索結果を開く',
    ...SEARCH,
  },
  ghost_ban: {
    name: BAN_NAMES.ghost_ban,
    reading: 'ゴーストバン',
    gloss: '返信が表示されなくなる制限',
    about: 'ほかの人のポストへの返信が、返信一覧に表示されない状態です。自分の画面では通常どおり見えます。',
    steps: (name) => replySteps(name, '返信の一覧を最後まで見て、その返信があるかを確かめます。'),
    ...REPLIES,
    answers: OBSERVED_ANSWER_TEXTS,
  },
  reply_deboosting: {
    name: BAN_NAMES.reply_deboosting,
    reading: 'リプライデブースティング',
    gloss: '返信が下のほうに回される制限',
    about: '返信が一覧の下部に回され、「返信をさらに表示」などを押さないと見えない状態です。',
    steps: (name) =>
      replySteps(
        name,
        'その返信がすぐに見えるか、「返信をさらに表示」などを押して初めて見えるかを確かめます。',
      ),
    ...REPLIES,
    // A deboosted reply can be seen, but only after a press.
    answers: { seen: 'すぐ見えた', unseen: '押すと見えた', unsure: 'わからない' },
  },
}
