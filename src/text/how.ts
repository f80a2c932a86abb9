import { resultText } from './result.ts'

const { badge, ban } = resultText

/** The page that says what each answer rests on: first what people ask, then the details. */
export const howText = {
  h1: '判定のしくみ',
  lead: '答えが何にもとづき、どこまで言えるかをまとめています。',
  questions: {
    title: 'よくある質問',
    list: [
      {
        question: '検出されたら、どうすればよいですか。',
        answer:
          'Xが公表している理由（同じ内容の繰り返しや自動の投稿など）に心当たりがあれば休み、1週間ほどおいてもう一度チェックしてください。解除はお約束できません。',
      },
      {
        question: '自分で見ると、ふつうに表示されます。',
        answer: '自分には見えることが多いものです。フォローし合っていない別のアカウントで見てください。',
      },
      {
        question: '検出されないのに、反応が減りました。',
        answer: 'おすすめなどでの扱いは外から調べられません。Xが本人に見せるレポートで調べられます。',
        link: 'X公式レポートを読む',
      },
      {
        question: '調べたことは、相手に知られますか。',
        answer: 'このサイトからは知らせません。',
      },
      {
        question: 'チェックの前の計算は、何のためですか。',
        answer: '自動での大量のチェックを防ぐためです。',
      },
    ],
  },
  server: 'このサーバーで判定できること',
  items: {
    title: '4つの項目',
    search: {
      name: ban.search_ban.name,
      lines: [
        '「検出されませんでした」：最近7日間のポスト（返信とリポストを除く）が、XのAPI検索で1件でも見つかったとき。',
        '「検出されました」：24時間以上にわたる5件以上のポストが、5秒以上あけた2回の検索で1件も見つからず、あるはずの別のポストは見つかったとき。',
        '別のポストも見つからなければ、検索の不調かもしれないため判定しません。',
      ],
    },
    others: {
      names: [ban.search_suggestion_ban.name, ban.ghost_ban.name, ban.reply_deboosting.name],
      lines: [
        '外から調べる方法が公開されていないため、確かめる手順を案内します。その答えは判定に使いません。',
      ],
    },
    servers: '方法と項目はサーバーによって異なります。',
  },
  posts: {
    title: 'ポスト',
    lines: [
      [badge.ok, 'XのAPI検索で見つかったポスト。'],
      [badge.excluded, '投稿から60分以上たち、2回の検索で見つからず、別のポストは見つかったもの。'],
      [badge.quote, '検索で見つかり、引用しているポストの表示が制限されているもの。'],
      [badge.restricted, 'ログインしていない人などへの表示が制限されているもの。'],
      [badge.unsearched, '表示されていて、検索では調べていないもの。'],
      [badge.error, '削除済み、URLの誤りなどで、何もわからなかったもの。'],
    ] as const,
    servers: '根拠を添えないサーバーでは、「結果の見かた」の説明が当てはまります。',
  },
  limits: {
    title: 'まちがうことがあるとき',
    lines: [
      'API検索で見つかっても、検索画面では出ないことがありえます。',
      '見え方は、見る人の設定、国、ログインの有無、時刻で変わります。',
      '新しいポストと、返信やコミュニティへの投稿は、検索に載るかわからないため判定しません。',
      '制限の理由は、本人にも知らされないことがあります。',
    ],
  },
} as const
