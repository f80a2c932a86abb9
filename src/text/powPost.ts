/** The sentences about sending a result to the address that a link names: loaded with such a link. */
export const powPostText = {
  title: '結果の送信',
  target: '送り先',
  later: '測定が終わると、結果を送る前に確認します。',
  laterUnasked:
    '測定が終わると、結果をこの送り先に送ります。このサイトの運営者が認めた送り先なので、確認はしません。',
  laterAgreed: '測定が終わると、結果をこの送り先に送ります。このタブでは確認済みです。',
  ask: 'この測定の結果を、上の送り先に送りますか？',
  holds:
    '送るのは「JSON」で書き出すものと同じです。測定の数値のほか、端末に付けた名前、ブラウザの名前と版、機種、コアの数が含まれます。',
  agree: '送る',
  decline: '送らない',
  declined: '送りませんでした。',
  sending: '送っています…',
  sent: '送りました。',
  again: 'もう一度送る',
  failed: {
    policy:
      'このサイトの設定（コンテンツ セキュリティ ポリシー）では、この送り先に送れません。「JSON」で書き出してください。',
    network: '送れませんでした。送り先につながらないか、このサイトからの受け取りを断られました。',
    late: '送れませんでした。送り先の返事がありません。',
    refused: (status: number) => `送り先に断られました（HTTP ${status}）。`,
  },
  unusable: {
    malformed: '送り先がアドレスとして読めないため、結果は送りません。',
    insecure: '送り先が https ではないため、結果は送りません。',
    secrets: '送り先に名前やパスワードが含まれているため、結果は送りません。',
  },
} as const
