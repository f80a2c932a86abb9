import type { UnsearchedReason } from '../../contract/evidence.ts'

const NOT_INDEXED = '返信やコミュニティへのポストは検索に載らないことがあるため、判定していません。'

/** The sentences on what a post's status rests on, and on looking for it in X's own search: loaded with the first list of posts. */
export const postSearchText = {
  found: (time: string | null) => (time ? `検索で見つかりました（${time}）` : '検索で見つかりました'),
  missed: (looks: number, time: string | null) =>
    `${looks}回検索しても見つかりませんでした${time === null ? '' : `（${time}）`}。`,
  excludedUnexplained: '検索に表示されない、または閲覧が制限されていると判定されたポストです。',
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
  restricted: 'ログインしていない人には表示されません（年齢や内容の設定など）。',
  visible: '表示はされています。',
  unsearched: '検索に出るかは調べていません。',
  why: {
    not_offered: '検索に出るかは調べていません。',
    not_asked: '一度に検索する件数を超えたため、判定していません。',
    budget: '今日の検索を使い切ったため、判定していません。',
    hour: 'この1時間に使える検索を使い切ったため、判定していません。次の1時間になると、また判定できます。',
    share: '同じ接続元から使える検索を使い切ったため、判定していません。',
    queue: '検索の順番が時間内に来なかったため、判定していません。',
    too_young: '投稿したばかりで、まだ検索に載っていない可能性があります。1時間ほどおいてお試しください。',
    edited: '編集後の新しい版があるため、判定していません。',
    no_control:
      '同じころに投稿されたほかのポストが検索に出ることを確かめられなかったため、判定していません。',
    no_author: 'Xから投稿者の名前を得られなかったため、判定していません。',
    failed: 'Xの検索から答えを得られなかったため、判定していません。',
    limited: 'Xの検索の回数の上限に達しているため、判定していません。',
    operator: '運営側の設定によりXの検索を利用できないため、判定していません。',
    reply: NOT_INDEXED,
    community: NOT_INDEXED,
    repost: 'ほかの人のポストのリポストなので、判定していません。',
    sensitive: 'センシティブな内容を隠す設定の人の検索には出ません（検索除外には数えません）。',
    withheld: '国や地域によって表示が制限されているポストのため、判定していません。',
    partial: 'Xの検索結果を途中までしか得られなかったため、判定していません。',
    unseen: 'Xからポストの情報を得られなかったため、判定していません。',
    absent: 'Xの照会ではこのポストがもう見つからないため、判定していません。',
    not_told: 'どんな種類のポストかをXから得られなかったため、判定していません。',
    lookup_failed: 'Xからポストの詳しい情報を得られなかったため、判定していません。',
    lookup_limited: 'Xのポストの照会の回数の上限に達しているため、判定していません。',
    lookup_operator: '運営側の設定によりXのポストの照会を利用できないため、判定していません。',
    view_limited: 'Xがいまはポストの読み込みを受け付けていないため、判定していません。',
    view_operator: 'Xがこのサイトからのポストの読み込みを断っているため、判定していません。',
    other_author: '投稿者として別のアカウントの名があるポストのため、判定していません。',
    control_limit: '一度に確かめられる数を超えたため、判定していません。',
  } satisfies Record<UnsearchedReason, string>,
  author: (typed: string, author: string) => `URLの名前（@${typed}）とは違う、@${author} のポストです。`,
  quoteRestricted: '引用元のポストは表示が制限されています。',
  quoteUnknown: '引用元はわかりませんでした。',
  again: 'このポストだけもう一度チェック',
  checkedAgain: (time: string) => `${time}にもう一度チェックしました。`,
  see: {
    title: 'Xの検索で自分でも見る',
    lead: 'フォロー関係のない別のアカウントでXを開いて見てください。次のリンクは、このポストだけを探す検索です。',
    hint: (name: string) =>
      `URLの名前（@${name}）で探します。ほかの人のポストであれば、検索に出ていても見つかりません。`,
    link: 'Xの検索を開く',
    question: 'このポストが見えましたか',
    answers: { seen: '見えた', unseen: '見えなかった' },
  },
} as const
