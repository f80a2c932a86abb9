/** Every sentence of the privacy page. A place is where something is sent: 「このサイトのサーバー」 or a host's name. */
export const privacyText = {
  h1: 'プライバシー',
  lead: 'ログインもアカウントの連携もありません。',
  own: 'このサイトのサーバー',
  api: (host: string) => `APIサーバー（${host}）`,
  elsewhere: (host: string) => `外部のサービス（${host}）`,
  short: {
    title: 'まとめ',
    sent: (hasTimings: boolean) =>
      `チェックでは、ユーザー名かポストのURLをサーバーに送り、サーバーがXに問い合わせます。${hasTimings ? '所要時間などと、' : ''}IPアドレスもサーバーに伝わります。`,
    device: 'この端末の記録は、自分で共有しないかぎり外に出ません。',
    server:
      'サーバーには、ポストのチェック結果（結果のページに書かれた期間）と、IPアドレスなどの一時的なデータ（最長1日）だけが残ります。',
  },
  sent: {
    title: '送られるもの',
    account: (api: string) => `アカウントのチェックでは、ユーザー名と条件を${api}に送ります。`,
    posts: (api: string) => `ポストのチェックと本文の表示では、ポストのURLを${api}に送ります。`,
    address: (lookup: string, api: string) =>
      `IPアドレスは、${lookup}に尋ねます。暗号化して、チェックと一緒に${lookup === api ? '' : `${api}に`}送ります。`,
    x: 'Xには、サーバーがユーザー名やポストの番号で問い合わせます。端末のIPアドレスなどは伝わりません。',
    timings: (place: string) =>
      `チェックにかかった時間、計算の条件（種類、難易度、並列数）、毎回変わる計算の答えを${place}に送ります。ユーザー名、URL、端末を見分ける番号は含みません。`,
    noTimings: '利用状況は送りません。',
  },
  server: {
    title: 'サーバーに残るもの',
    scope: '付属のサーバーの場合です。',
    histories: [
      'ポストのチェック結果',
      'URL、判定、根拠、日時が、結果のページに書かれた期間だけ残ります。リンクを知る人は、だれでも見られます。',
    ],
    cache: [
      'アカウントのチェック結果とポストの判定',
      '最長1時間残ります。15分以内に同じチェックをした人には、同じ結果を返します。少し前にだれかがチェックしたことが、速さや日時（5分単位）からわかることがあります。',
    ],
    address: [
      '接続元のIPアドレス',
      '使いすぎを防ぐため、最長1日残します。暗号化して送られたものは残しません。',
    ],
    logs: [
      '動作の記録（ログ）',
      'IPアドレス、ユーザー名、URLは書きません。サイトを配信する設備や事業者は、接続の記録を残すことがあります。',
    ],
    restorable: ['消したもの', 'サーバーがCloudflareにあるため、30日間は運営者が元に戻せます。'],
  },
  device: {
    title: 'この端末に残るもの',
    log: [
      'チェックの記録',
      'ポストは、番号と判定だけが残ります。「次にできること」に付けた印と、自分で確かめた答えも残ります。残さない設定も、削除もできます。',
    ],
    runs: (unasked: string) =>
      [
        '計算の測定（/pow）の結果',
        `送り先が書かれたリンクで測定したときだけ、確認してから送ります。${unasked === '' ? '' : `運営者が認めた次の送り先には、確認せずに送ります：${unasked}`}`,
      ] as const,
    rows: ['入力したポストのURLと、自分で確かめる途中の進みぐあい', 'タブを閉じるまで残ります。'],
    name: [
      'チェックしたユーザー名',
      'タブの履歴と、ページのアドレス（?screen_name=）に残ります。アドレスを渡した相手にもわかります。',
    ],
    report: ['X公式レポート', '読み込んだ内容は送信しません。'],
    cookies: (hasAds: boolean) =>
      ['Cookie', hasAds ? '広告を除き、使っていません。' : '使っていません。'] as const,
  },
  ads: {
    title: '広告とアクセス解析',
    none: '広告とアクセス解析はありません。',
    placeholder: '広告の枠はありますが、いまは配信していません。アクセス解析はありません。',
    network:
      'Google AdSenseの広告があります。Googleと提携先が、Cookie、広告用の識別子、IPアドレス、ページのアドレスなどを使って広告を選び、効果を測ります。アクセス解析は使いません。',
    policy: {
      label: 'Googleによるデータの使い方',
      href: 'https://policies.google.com/technologies/partner-sites?hl=ja',
    },
    settings: { label: 'Googleの広告の設定', href: 'https://myadcenter.google.com/' },
  },
  contact: {
    title: 'お問い合わせ',
    about: 'このページのことや、保存した結果の削除は、運営者にお問い合わせください。',
    none: 'このサイトの運営者は、お問い合わせ先を公開していません（下の「お問い合わせ」は、このページを開きます）。保存した結果は、期限を過ぎると消えます。',
  },
} as const
