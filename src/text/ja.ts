import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { SpentCause } from '../../contract/reasons.ts'

/** The sentences that every first page may need: metadata, navigation, forms, progress and failures. The other files are loaded later. */
export const text = {
  site: 'Shadowban Checker F',
  meta: {
    home: {
      title: 'X (Twitter) Shadowban Checker F',
      description:
        'X（旧Twitter）のユーザー名を入力するだけで、シャドウバンと直近20件のポストについて無料で調べられます。ログインは不要です。',
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
    report: {
      title: 'X公式レポートを読む｜Shadowban Checker F',
      description:
        'Xの「Under the Hood」レポートを端末の中だけで読み解き、アカウントとポストの表示制限を日本語で確認できます。',
    },
    log: { title: 'この端末の記録｜Shadowban Checker F' },
    privacy: {
      title: 'プライバシー｜Shadowban Checker F',
      description: 'チェックのときに、何がどこへ送られ、どれだけ残るかを説明します。',
    },
    how: {
      title: 'どうやって調べているか｜Shadowban Checker F',
      description: `${BANS.length}つの項目とポストの検索除外を、何を根拠に判定しているか、どこまで言えて、どんな場合にまちがうかを説明します。`,
    },
    pow: {
      title: '計算の速さを測る（Proof of Work）｜Shadowban Checker F',
      description:
        'チェックの前に行う計算（Proof of Work）の速さを、お使いの端末で測定し、理論や別の端末と比べられます。',
    },
  },
  tab: {
    label: 'ツールの切り替え',
    account: 'Shadowban Checker',
    post: 'Postban Checker',
    postPurpose: 'URLを入れて、ポストごとに調べます。',
  },
  report: 'X公式レポートを読む',
  reportPurpose: 'Xのレポートから、表示の制限を読み取ります。',
  log: 'この端末の記録',
  privacy: 'プライバシー',
  how: 'どうやって調べているか',
  pow: '計算の速さを測る',
  skip: '本文へ移動',
  newTab: '（新しいタブで開きます）',
  more: 'その他',
  noScript:
    'チェックにはJavaScriptが必要です。ブラウザの設定で有効にしてから、ページを読み込み直してください。',
  scriptsLate: 'ページの一部を読み込めませんでした。通信環境を確かめて、再読み込みしてください。',
  scriptsUnreadable:
    'お使いのブラウザが古いため、このページは動きません。Chrome 100、Firefox 102、Safari 15.4以降でご利用ください。',
  scriptsChanged:
    'サイトの手前の中継（Rocket Loaderなど）がページを書き換えたため、このページは動きません。運営者にお知らせください。',
  home: {
    h1: 'X (Twitter) Shadowban Checker F',
    lead: 'ユーザー名だけで、シャドウバンと直近20件のポストを調べます。',
    facts: ['無料', 'ログイン不要'],
    log: 'この端末の記録',
  },
  form: {
    user: {
      label: 'ユーザー名（@は不要）',
      placeholder: '例：taro_x',
      clear: '入力を消去',
      submit: 'チェックする',
      isPost: 'ポストのURLですね。このポストをチェックしますか？',
      checkPost: 'このポストをチェックする',
      which: (count: number) =>
        count > 1
          ? 'どのアカウントを調べますか？'
          : '表示名の一部かもしれません。このアカウントを調べますか？',
      link: {
        userId:
          'このURLは番号だけなので、ユーザー名がわかりません。@より後ろのユーザー名を入力してください。',
        cut: 'リンクかユーザー名が途中で切れています（…）。プロフィールの画面でコピーし直してください。',
        short: '短縮URLからはユーザー名がわかりません。@より後ろのユーザー名を入力してください。',
        elsewhere: 'ほかのサイトのURLのようです。@より後ろのユーザー名を入力してください。',
      },
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
    pow: '自動アクセスでないことを確かめています',
    server: 'Xの応答を待っています',
  },
  progress: {
    label: 'チェックの進みぐあい',
    attempts: (attempts: string, likelihood: string) => `${attempts} 回 ／ 約 ${likelihood}%`,
    rate: (rate: string) => `毎秒 ${rate} 回`,
    elapsed: (seconds: number) => `${seconds}秒経過`,
    long: '通常より時間がかかっています',
    slowDevice: 'この端末では計算に時間がかかっています。このままお待ちください。',
    tooLong: '混み合っているようです。このままお待ちいただくか、中止して少し後にお試しください。',
  },
  action: { cancel: '中止する', retry: 'もう一度試す' },
  alert: {
    title: 'エラー',
    failed: '取得に失敗しました。',
    failedCode: 'Xのエラーによりチェックが失敗しました。しばらくたってから改めてお試しください。',
    offline: 'インターネットに接続されていません。接続が戻ると、自動でもう一度チェックします。',
    offlinePart: 'インターネットに接続されていません。接続が戻ると自動で読み込みます。',
    trouble: (wait: number | undefined) =>
      `Xかこのサイトが、一時的に不調のようです。${waited(wait)}、もう一度お試しください。`,
    tooOften: (wait: number | undefined) =>
      `チェックが続いたため、いったん受け付けを止めています。${waited(wait)}、もう一度お試しください。`,
    proof: '確認が終わりませんでした。もう一度お試しください。',
    slow: '確認に時間がかかりすぎました。省電力モードを切り、ほかのアプリを閉じてから、もう一度お試しください。',
    /** Which limit of this server is used up, and when to try again. */
    spent: {
      budget: (time: string | undefined) =>
        `このサイトで今日チェックできる回数を使い切りました。${time === undefined ? '明日' : `${time} `}以降にもう一度お試しください。ポストのチェックはできます。`,
      share: (time: string | undefined) =>
        `今日チェックできる回数を使い切りました（同じ回線の方の分も含みます）。${time === undefined ? '明日' : `${time} `}以降にもう一度お試しください。ポストのチェックはできます。`,
      hour: (time: string | undefined) =>
        `このサイトでこの1時間にチェックできる回数を使い切りました。${time === undefined ? '1時間後' : `${time} `}以降にもう一度お試しください。ポストのチェックはできます。`,
    } satisfies Record<SpentCause, (time: string | undefined) => string>,
    operator:
      'いまはアカウントをチェックできません（運営側の設定によるものです）。ポストのチェックはできます。',
  },
  sandbox: {
    notice: 'デモ用の架空データを表示しています。実在のアカウントの結果ではありません。',
    before: {
      account: 'これはデモです。実在のアカウントは調べられません。',
      posts: 'これはデモです。実在のポストは調べられません。',
    },
    accounts: '試せるユーザー名',
  },
  post: {
    h1: 'X ポスト検索除外チェッカー',
    h1en: 'X Post Search-Exclusion Checker',
    check: 'ポストをチェックする',
    add: 'URLを追加',
    submit: 'チェック開始',
    checking: 'ポストをチェックしています…',
    failed: 'Failed to check status',
    time: (time: string) => `チェック日時：${time}`,
    back: '入力画面に戻る',
    again: (count: number, unjudged: number) =>
      unjudged > count
        ? `判定できなかった${unjudged}件のうち${count}件を調べ直す`
        : `判定できなかった${count}件を調べ直す`,
    checkedAgain: (badge: string) => `調べ直した結果：${badge}`,
    againFailed: (count: number) => `${count}件は、調べ直しても結果を得られませんでした。`,
    authors: '投稿したアカウントも調べる',
    authorsInUrls: 'URLにあるアカウントも調べる',
    list: 'ポストごとの結果',
    footer: 'ポストのURLを入力すると、そのポストが検索から除外されていないかを確認できます。',
  },
  info: {
    usage: '使い方',
    usageAccount:
      '調べたいアカウントのユーザー名（@より後ろ）を入力し、「チェックする」を押してください。各項目を開くと説明を確認できます。',
    usagePost:
      'ポストのURLを入れて「チェック開始」を押してください。表計算やメッセージからまとめて貼り付けられます（200件まで）。URLは、Xの「リンクをコピー」で取れます。末尾に /photo/1 が付いたURLもそのまま使えます。',
    what: 'シャドウバンとは',
    whatBody:
      'アカウントが凍結されていないのに、検索結果や返信一覧などでポストが表示されにくくなる状態の通称です。本人に通知されないことが多く、自分の画面では気づきにくいのが特徴です。',
    /** Nouns that say what each ban does. */
    bans: {
      search_suggestion_ban: '検索候補に出にくくなる制限',
      search_ban: '検索に出なくなる制限',
      ghost_ban: '返信が表示されなくなる制限',
      reply_deboosting: '返信が下のほうに回される制限',
    } satisfies Record<Ban, string>,
    caution: 'ご利用上の注意',
    cautions: [
      '結果は100%の正確さを保証するものではありません。',
      'Xの仕様変更により、予告なく利用できなくなることがあります。',
      '次のポストは正しく判定できず、「検索除外」と表示されます。',
    ],
    misjudgedOrRestricted:
      '次のポストは正しく判定できないことがあり、「検索除外」や「閲覧制限」と表示されます。',
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
    about: 'ページを表示できませんでした。',
    advice: 'お手数ですが、トップページからやり直してください。',
    notFound: 'このアドレスのページは見つかりませんでした。',
    home: 'トップページへ',
  },
} as const

function waited(seconds: number | undefined): string {
  return seconds === undefined ? '少し待ってから' : `${seconds}秒ほど待ってから`
}
