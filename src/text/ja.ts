type Counts = { ok: number; excluded: number; quote: number; error: number }
type AccountShare = { name: string; bans: string[]; counts: Counts | null; url: string }

/** Every sentence a visitor reads. Quoted strings of the specification are exact, to the character. */
export const text = {
  site: 'Shadowban Checker F',
  meta: {
    home: {
      title: 'X (Twitter) Shadowban Checker F',
      description:
        'X（旧Twitter）のユーザー名を入力するだけで、4種類のシャドウバンと直近20件のポストの検索除外を無料で確認できます。ログインは不要です。',
      keywords:
        'X,Twitter,シャドウバン,シャドバン,チェック,確認,検索除外,サーチバン,サーチサジェスチョンバン,ゴーストバン,リプライデブースティング',
    },
    post: {
      title: 'Shadowban Checker',
      description: 'XのポストURLを入力すると、そのポストが検索から除外されていないかをまとめて確認できます。',
      keywords: 'X,ポスト,ツイート,検索除外,検索に出ない,Postban,シャドウバン,チェック',
    },
    result: { title: 'チェック結果｜X ポスト検索除外チェッカー' },
    history: {
      title: 'チェック履歴｜X ポスト検索除外チェッカー',
      description: '保存されたポスト検索除外チェックの結果です。',
    },
    pow: {
      title: 'アクセス確認の計算を測る｜Shadowban Checker F',
      description:
        'チェックの前に行う計算（Proof of Work）の速さを、お使いの端末で測定し、理論や別の端末と比べられます。',
    },
  },
  tab: { label: 'ツールの切り替え', account: 'Shadowban Checker', post: 'Postban Checker' },
  skip: '本文へ移動',
  noScript:
    'チェックにはJavaScriptが必要です。ブラウザの設定で有効にしてから、ページを読み込み直してください。',
  home: {
    h1: 'X (Twitter) Shadowban Checker F',
    lead: 'ユーザー名を入力するだけで、4種類のシャドウバンと直近20件のポストの検索除外を確認できます。',
  },
  form: {
    user: {
      label: 'ユーザー名',
      placeholder: 'ユーザー名（@は不要）',
      clear: '入力を消去',
      submit: 'チェックする',
    },
    posts: '直近20件のポストの検索除外もチェックする',
    reposts: 'リポストと引用ポストも含める',
    repostsOff: '「直近20件のポスト」をオンにすると選べます',
  },
  valid: {
    length: 'ユーザー名は1〜15文字にしてください',
    characters: 'ユーザー名には半角英数字とアンダースコア(_)のみ使用できます',
  },
  loading: {
    posts: 'チェックしています。10秒ほどお待ちください…',
    simple: 'チェックしています…',
  },
  phase: {
    ip: '接続を確認しています',
    challenge: 'チェックを準備しています',
    pow: 'アクセス確認の計算をしています',
    server: 'Xの応答を待っています',
  },
  progress: {
    label: 'チェックの進みぐあい',
    attempts: (attempts: string, likelihood: string) => `${attempts} 回 ／ 約 ${likelihood}%`,
    rate: (rate: string) => `毎秒 ${rate} 回`,
  },
  action: { cancel: '中止する', retry: 'もう一度試す' },
  verdict: {
    none: 'シャドウバンは検出されませんでした',
    found: (count: number) => `${count}件のシャドウバンが検出されました`,
    partly: '判定できた項目では検出されませんでした',
    unknown: 'シャドウバンを判定できませんでした',
    unavailable: 'シャドウバンの状態は表示できません',
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
    unknownAbout: 'この項目は今回の方法では判定していません。「問題なし」を意味するものではありません。',
  },
  alert: {
    title: 'エラー',
    not_found: {
      title: 'ユーザーが見つかりません',
      about: '指定されたユーザー名のアカウントは、存在しないか削除されているため、チェックできません。',
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
    failed: '取得に失敗しました。',
    failedCode: 'Xのエラーによりチェックが失敗しました。しばらくたってから改めてお試しください。',
    offline: 'インターネットに接続されていません。接続を確かめてから、もう一度お試しください。',
    offlinePart: 'インターネットに接続されていません。接続が戻ると自動で読み込みます。',
    wait: (seconds: number) => `${seconds}秒ほど待ってから、もう一度お試しください。`,
  },
  sandbox: {
    notice: 'デモ用の架空データを表示しています。実在のアカウントの結果ではありません。',
    accounts: '試せるユーザー名',
  },
  badge: { ok: '検索OK', excluded: '検索除外', quote: '引用元除外', error: 'エラー' },
  list: { title: '直近20件のポスト', pinned: '固定ポスト', open: 'Xで開く（新しいタブ）' },
  filter: {
    group: '表示する結果',
    chip: (label: string, count: number) => `${label} ${count.toLocaleString('ja-JP')}`,
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
  post: {
    h1: 'X ポスト検索除外チェッカー',
    h1en: 'X Post Search-Exclusion Checker',
    row: {
      label: (n: number) => `ポストのURL（${n}件目）`,
      placeholder: 'https://x.com/ユーザー名/status/1234567890',
      clear: (n: number) => `${n}件目の入力を消去`,
      remove: (n: number) => `${n}件目の欄を削除`,
    },
    hint: {
      notPost: 'ポストのURLではないようです',
      duplicate: '同じポストがほかの欄にもあります',
      tooMany: (max: number) => `一度に確認できるのは${max}件までです`,
    },
    spread: (count: number) => `${count}件のURLを入力しました`,
    add: 'URLを追加',
    submit: 'チェック開始',
    checking: 'ポストを確認しています…',
    failed: 'Failed to check status',
    time: (time: string) => `チェック日時：${time}`,
    back: '入力画面に戻る',
    list: 'ポストごとの結果',
    verdict: {
      excluded: (count: number) => `${count}件のポストが検索から除外されています`,
      quote: (count: number) => `${count}件のポストで引用元が除外されています`,
      none: '検索除外は検出されませんでした',
      partly: '判定できたポストに検索除外はありませんでした',
      unknown: 'ポストの状態を判定できませんでした',
      total: (count: number) => `全${count.toLocaleString('ja-JP')}件`,
    },
    footer: 'ポストのURLを入力すると、そのポストが検索から除外されていないかを確認できます。',
  },
  history: {
    h1: 'チェック履歴',
    loading: '履歴を読み込んでいます…',
    time: (date: string) => `この結果は ${date} 時点のものです。`,
    open: '保存された結果を開く',
    copy: {
      action: 'リンクをコピー',
      done: 'リンクをコピーしました',
      failed: 'コピーできませんでした。次のリンクを選択してコピーしてください。',
      link: '結果のリンク',
    },
  },
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
    newTab: '（新しいタブで開きます）',
    sheet: 'ほかのアプリで共有',
  },
  info: {
    usage: '使い方',
    usageAccount:
      '調べたいアカウントのユーザー名（@より後ろ）を入力し、「チェックする」を押してください。各項目を開くと説明を確認できます。',
    usagePost:
      '調べたいポストのURLを1行に1件入力し、「チェック開始」を押してください。「URLを追加」で複数件をまとめて調べられます。末尾に /photo/1 が付いたURLもそのまま使えます。',
    what: 'シャドウバンとは',
    whatBody:
      'アカウントが凍結されていないのに、検索結果や返信一覧などでポストが表示されにくくなる状態の通称です。本人に通知されないことが多く、自分の画面では気づきにくいのが特徴です。',
    caution: 'ご利用上の注意',
    cautions: [
      '結果は100%の正確さを保証するものではありません。',
      'Xの仕様変更により、予告なく利用できなくなることがあります。',
      '次のポストは正しく判定できず、「検索除外」と表示されます。',
    ],
    misjudged: [
      'センシティブ・暴力・ヌードのラベルが付いたポスト',
      '強いシャドウバンを受けているアカウントのポスト',
      '鍵アカウント（非公開）のポスト',
    ],
    unofficial: '本サイトはX Corp.とは関係のない非公式ツールです。',
    contact: 'お問い合わせ（新しいタブで開きます）',
  },
  ad: { placeholder: '広告 advertisement' },
  error: {
    title: 'Unexpected Application Error!',
    about: 'ページを表示できませんでした。お手数ですが、トップページからやり直してください。',
    home: 'トップページへ',
  },
} as const

function countLines({ ok, excluded, quote }: Counts): string[] {
  return [`✅ 検索OK ${ok}件`, `❌ 検索除外 ${excluded}件`, `⚠️ 引用元除外 ${quote}件`]
}
