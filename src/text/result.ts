import { grouped } from './grouped.ts'

type Counts = { ok: number; excluded: number; quote: number; error: number }
type AccountShare = { name: string; bans: string[]; counts: Counts | null; url: string }

/** Every sentence of a result, of an account's or of posts: loaded with the first one. */
export const resultText = {
  verdict: {
    none: 'シャドウバンは検出されませんでした',
    found: (count: number) => `${count}件のシャドウバンが検出されました`,
    partly: '判定できた項目では検出されませんでした',
    unknown: 'シャドウバンを判定できませんでした',
    postsExcluded: (total: number, excluded: number) => `直近${total}件のうち${excluded}件が検索除外です`,
    postsClear: (total: number) => `直近${total}件に検索除外はありません`,
    postsPartly: (total: number, judged: number) =>
      `直近${total}件のうち判定できた${judged}件に検索除外はありません`,
  },
  ban: {
    search_suggestion_ban: {
      name: 'Search Suggestion Ban',
      about:
        '検索欄に入力したときの候補に、アカウントが表示されにくくなる状態です。ポスト自体は検索で見つかることがあります。',
    },
    search_ban: {
      name: 'Search Ban',
      about:
        'キーワードやハッシュタグで検索しても、ポストが検索結果に表示されない状態です。フォロワー以外に届きにくくなります。',
    },
    ghost_ban: {
      name: 'Ghost Ban',
      about: 'ほかの人のポストへの返信が、返信一覧に表示されない状態です。自分の画面では通常どおり見えます。',
    },
    reply_deboosting: {
      name: 'Reply Deboosting',
      about: '返信が一覧の下部に回され、「さらに返信を表示」などを押さないと見えない状態です。',
    },
    no: '検出されませんでした',
    yes: '検出されました',
    unknown: '判定できませんでした',
    unknownState: '判定不可',
    aboutItems: '4つの項目の説明',
    unknownAbout: 'この項目は今回の方法では判定していません。「問題なし」を意味するものではありません。',
  },
  badge: { ok: '検索OK', excluded: '検索除外', quote: '引用元除外', error: 'エラー' },
  list: {
    title: '直近20件のポスト',
    pinned: '固定ポスト',
    open: 'Xで開く（新しいタブ）',
    openShort: 'Xで開く',
  },
  filter: {
    group: '表示する結果',
    chip: (label: string, count: number) => `${label} ${grouped(count)}`,
  },
  reason: {
    notFound: 'ポストが見つかりません。削除されたか、URLが間違っている可能性があります。',
    invalidUrl: 'ポストのURLではありません。',
    unknown: '状態を確認できませんでした。',
    failed: (message: string, code: number) => `${message}（${code}）`,
  },
  legend: {
    title: '結果の見かた',
    ok: '検索OK：検索から除外されていないと判定したポスト',
    excluded: '検索除外：検索に表示されない、または閲覧が制限されていると判定したポスト',
    quote: '引用元除外：ポスト自体に問題はなく、引用元のポストが除外されているもの',
    error: 'エラー：削除済み、URLの誤り、通信エラーなどで判定できなかったもの',
  },
  empty: { title: 'No Data.', hint: '条件に合うポストがありません。表示する結果を変えてみてください。' },
  shareText: {
    unknown: '❓',
    account: ({ name, bans, counts, url }: AccountShare) =>
      [
        `@ ${name} のシャドウバンチェック結果`,
        '',
        ...bans,
        '',
        ...(counts
          ? [
              '直近20件のポスト',
              `検索OK ${counts.ok}／検索除外 ${counts.excluded}／引用元除外 ${counts.quote}／エラー ${counts.error}`,
              '',
            ]
          : []),
        '#シャドウバンチェッカー',
        url,
      ].join('\n'),
    posts: ({ name, counts, url }: { name: string; counts: Counts; url: string }) =>
      [
        `@ ${name} の直近20件 検索除外チェック`,
        '',
        ...countLines(counts),
        '',
        '#シャドウバンチェッカー',
        url,
      ].join('\n'),
    batch: ({ time, total, counts, url }: { time: string; total: number; counts: Counts; url: string }) =>
      [
        'ポストの検索除外チェック結果',
        time,
        '',
        `全${total}件`,
        ...countLines(counts),
        '',
        '#シャドウバンチェッカー #ポスト検索除外',
        url,
      ].join('\n'),
  },
  share: {
    account: '結果をXでシェア',
    posts: 'ポストの結果をシェア',
    batch: 'チェック結果をシェア',
    sheet: 'ほかのアプリで共有',
    copyCheck: 'このチェックへのリンクをコピー',
  },
  copy: {
    action: 'リンクをコピー',
    done: 'リンクをコピーしました',
    failed: 'コピーできませんでした。次のリンクを選択してコピーしてください。',
    link: '結果のリンク',
  },
  postsVerdict: {
    excluded: (count: number) => `${count}件のポストが検索から除外されています`,
    quote: (count: number) => `${count}件のポストで引用元が除外されています`,
    none: '検索除外は検出されませんでした',
    partly: '判定できたポストに検索除外はありませんでした',
    unknown: 'ポストの状態を判定できませんでした',
    total: (count: number) => `全${grouped(count)}件の結果を見る`,
  },
  state: {
    not_found: {
      title: 'ユーザーが見つかりません',
      about: (name: string) =>
        `@${name} は見つかりませんでした。つづりを確かめてください。存在しないか、凍結・削除された可能性があります。`,
    },
    suspend: {
      title: 'アカウントが凍結されています',
      about: 'このアカウントは現在凍結されているため、チェックできません。',
    },
    protect: {
      title: '非公開アカウントです',
      about: 'このアカウントは非公開に設定されているため、チェックできません。',
    },
    no_tweet: {
      title: 'ポストが存在しません',
      about: 'このアカウントはまだポストを投稿していません。',
    },
    rateLimit:
      'サーバー負荷により取得できませんでした。時間帯をずらして再度実施いただきますようお願いいたします。',
    postsFailed: '直近のポストをXから取得できませんでした。少し待ってから、もう一度お試しください。',
    postsOperator: '直近のポストを取得できません（運営側の設定によるものです）。',
    worthAt: (time: string) => `${time} ごろからお試しいただけます`,
  },
} as const

function countLines({ ok, excluded, quote }: Counts): string[] {
  return [`✅ 検索OK ${ok}件`, `❌ 検索除外 ${excluded}件`, `⚠️ 引用元除外 ${quote}件`]
}
