export const reportText = {
  h1: 'X公式レポートを読む',
  lead: 'Xが本人に渡すレポート「Under the Hood」を日本語で読めます。送信はしません。',
  get: 'Xでレポートを受け取る',
  who: '作ってから1年以上で、その月に10件以上投稿したアカウントが受け取れます。月の終わりから10日ほどで届きます。',
  steps: { get: 'Xで受け取る', open: 'ここで読み込む' },
  choose: 'ファイルを選ぶ',
  drop: 'ここにドロップしても読み込めます（5\u00A0MBまで）。',
  paste: '中身を貼り付けて読み込む',
  pasteLabel: 'レポートの中身（JSON）',
  read: '読み込む',
  sample: '見本で試す',
  /** The line of the folded form: what was read. The button beside it (`another`) opens the form again. */
  readCount: ({ reports, isSample }: { reports: readonly unknown[]; isSample: boolean }, month: string) =>
    isSample ? '見本' : reports.length === 1 ? `${month}のレポート` : `レポート${reports.length}件`,
  another: (isSample: boolean) => (isSample ? '自分のレポートを読む' : '別のレポートを読む'),
  isSample: '架空のアカウントの見本です。',
  failure: {
    notReport: 'Under the Hood のレポートではないようです。Xで受け取ったJSONファイルを選んでください。',
    noData:
      'ページの文章には、レポートの中身（JSON）が入っていません。「Xでレポートを受け取る」から受け取ったファイルを選んでください。',
    tooLarge: 'ファイルが大きすぎます。5 MBまでのファイルを選んでください。',
    unreadable: 'ファイルを読み込めませんでした。もう一度選んでください。',
  },
  several: (reports: number) => `${reports}件のレポートが入っていました。新しい順に表示しています。`,
  sameSpan:
    '同じ月（期間）のレポートが2件以上あります。アカウント名が書かれていないため、どのアカウントのものかはわかりません。端末に残せるのは、同じ月につき1件です。',
  month: (year: number, month: number) => `${year}年${month}月`,
  verdict: {
    accountClear: 'アカウント全体への制限はありませんでした',
    account: (kinds: number) => `アカウント全体に${kinds}種類の制限がありました`,
    inMonth: (sentence: string, month: string) => `${sentence}（${month}）`,
    postsClear: '制限されたポストはありませんでした',
    posts: (total: number, limited: number) =>
      `${total.toLocaleString('ja-JP')}件のポストのうち、のべ${limited.toLocaleString('ja-JP')}件で表示が制限されていました`,
    /** Between the two sentences about posts. */
    besides: '。このほか、',
    unlabelled: (posts: number) =>
      `制限の内容が書かれていないポストが、のべ${posts.toLocaleString('ja-JP')}件あります`,
    postsOnly: (limited: number) =>
      `のべ${limited.toLocaleString('ja-JP')}件のポストで表示が制限されていました`,
  },
  scope:
    'わかるのは、おすすめや表示の制限です。検索の候補、検索結果の順、返信の並びへの影響は書かれていません。',
  clean: '「制限はありませんでした」は、Xが公表しているラベルがその月に付かなかったという意味です。',
  onAccount: 'アカウントへのラベル',
  onPosts: 'ポストへのラベル',
  /** `share` is the percentage that X's report gives, or empty if it gives none. */
  days: (days: number, period: number | null, share: string) =>
    `${period === null ? '' : `${period}日のうち`}${days}日${share && `（${share}）`}`,
  count: (posts: number, share: string) => `${posts}件${share && `（${share}）`}`,
  unlisted: '内容が書かれていない制限は、一覧に出していません。',
  unknown: 'このサイトでは説明できないラベルです',
  /** The heading of X's own words, by their language. */
  words: { en: 'Xの説明（英語）', ja: 'Xの説明（日本語）', other: 'Xの説明' },
  effect: {
    R: 'フォロワー以外のおすすめに出ません',
    W: '警告の後ろに表示されます',
    A: '18歳未満の人とログアウト中の人には表示されません（日本以外の一部の国では、年齢を設定していない人にも）',
    M: '画像や動画のあるポストは、18歳未満の人とログアウト中の人には表示されません（日本以外の一部の国では、年齢を設定していない人にも）',
    P: 'プロフィールでだけ見つかり、制限中であることがだれにでも表示されます',
    V: '制限中であることがだれにでも表示されます',
    N: 'Xに表示されません',
    B: 'ブラジルではおすすめに出ません',
    H: 'ホームに出ず、注意書きの後ろに表示されます',
  },
  note: {
    untilReviewed: 'Xが確認するまで続きます。',
    untilDeleted: '投稿した人がポストを削除するまで続きます。',
    untilPassword: 'パスワードを変更するまで続きます。',
    challenge: 'あわせて本人確認を求められることがあります。',
    cannotPost: 'その間は投稿もできません。',
    mediaGone: 'ポストが見える場所でも、画像や動画は表示されません。',
    lawInIndia: 'インドでは、法律による制限として表示されます。',
  },
  law: {
    title: {
      legalRequest: '法律や当局の求めによる制限',
      bystanderReport: '第三者からの報告による制限',
      unspecifiedReason: '根拠の種類が書かれていない制限',
      dmca: '著作権の申し立て（DMCA）',
    },
    named: (title: string, countries: string) => `${title}（${countries}）`,
    withheld: (countries: string) => `${countries}の法律や当局の求めにより、その国では表示されません`,
    /** The report names no ground. */
    unspecified: (countries: string) => `${countries}では表示されません`,
    /** A third party reported it, and it breaks the law there: no authority asked. */
    reported: (countries: string) =>
      `第三者の報告により${countries}の法律に反するとされ、その国では表示されません`,
    dmca: '著作権の申し立てにより表示されません',
    everywhere: 'すべての国',
    ofAccount: (said: string) => `このアカウントのポストは、${said}`,
    countries: (countries: string) => `対象の国・地域：${countries}`,
  },
  next: '次にできること',
  nextBody:
    '心当たりのあるポストを見直してください。誤りだと思うときは、Xに異議を申し立てられます。必ず解除されるとは限りません。',
  url: 'https://x.com/i/jf/under_the_hood',
  months: {
    title: '月ごとの記録',
    lead: '月ごとの数字を、この端末のブラウザだけに残せます。同じ月のレポートは、別のアカウントのものでも新しいほうに置き換わります。',
    keep: '読み込んだレポートをこの端末に残す',
    remove: 'この月を削除',
    owner: {
      title: (owner: string) =>
        owner === '' ? '自分のチェック結果にも表示する' : `@${owner} のチェック結果にも表示しています`,
      label: 'ユーザー名',
      why: 'このアカウントをチェックしたとき、各項目の横にいちばん新しい月のことを表示します。端末の中だけで使い、送信しません。',
      keep: '記録する',
      kept: (isNamed: boolean) => (isNamed ? '記録しました。' : 'ユーザー名を消しました。'),
      invalid: 'ユーザー名を確かめてください。',
    },
    account: (kinds: number) => `アカウント：${kinds === 0 ? '制限なし' : `制限${kinds}種類`}`,
    limitedPosts: (limited: number, total: number | null) =>
      limited === 0
        ? 'ポスト：制限なし'
        : `ポスト：のべ${limited.toLocaleString('ja-JP')}件${total === null ? '' : `（${total.toLocaleString('ja-JP')}件のうち）`}`,
    charts: '月ごとのグラフ',
    chart: '制限されたポスト（のべ）',
    posts: (posts: number) => `${posts.toLocaleString('ja-JP')}件`,
    gap: '記録なし',
    place: { account: 'アカウント', post: 'ポスト' },
    same: (month: string) => `${month}から、ラベルの種類と日数、制限されたポストの件数は変わっていません`,
    since: (month: string) => `${month}から：`,
    came: (place: string, label: string) => `${place}に「${label}」が付きました`,
    gone: (place: string, label: string) => `${place}の「${label}」がなくなりました`,
    stayed: (labels: readonly string[]) => `${labels.map((label) => `「${label}」`).join('')}は続いています`,
    days: (label: string, before: number, now: number) =>
      `アカウントの「${label}」が${before}日から${now}日になりました`,
    unlabelled: (before: number, now: number) =>
      `制限の内容が書かれていないポストがのべ${before.toLocaleString('ja-JP')}件からのべ${now.toLocaleString('ja-JP')}件になりました`,
    limited: (before: number, now: number) =>
      `制限されたポストがのべ${before.toLocaleString('ja-JP')}件からのべ${now.toLocaleString('ja-JP')}件になりました`,
    columns: ['月', 'その月のポスト', '対象', 'ラベル', '名前', '日数', 'ポストの件数'],
  },
  share: {
    about: 'レポートの結果を',
    options: '共有する内容を変える',
    name: '文と画像に入れるユーザー名（任意）',
    text: (head: string, lines: readonly string[], url: string) =>
      [`${head}X公式レポートの結果`, '', ...lines, '', '#シャドウバンチェッカー', url].join('\n'),
    named: (name: string) => `@ ${name} の`,
  },
} as const
