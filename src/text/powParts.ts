export const powDifficultyText = {
  title: '難易度の目安',
  server: (difficulty: number, time: string | null) =>
    `このサーバーがいま求める難易度は${difficulty}です。${time === null ? '' : `この測定の速さでは、95%が ${time}以内に終わる見込みです。`}`,
  about: (lanes: number) =>
    `見込みは、チェックのように一度に広い範囲を計算するときの値です。測定した速さ（ワーカー数${lanes}）と1回ごとのやりとりの時間から、理論（幾何分布）で求めました。`,
  limit: { label: '時間の上限（ミリ秒）', hint: '100回のうち95回が終わる時間（95%点）で比べます' },
  first: 'ワーカーの起動時間も含める（最初の1回）',
  startTakes: (cost: string) => `ワーカーの起動だけで約${cost}かかります。`,
  withoutStart: (difficulty: number) => `起動を含めなければ、難易度${difficulty}まで収まる見込みです。`,
  lowest: (difficulty: number, time: string) =>
    `難易度${difficulty}でも、95%が終わるまでに ${time} かかります。`,
  once: '起動の時間は1回しか測っていないので、この判定は目安です。',
  firstVisit: (cost: string, interval: string | null) =>
    `最初の1回は、ワーカーの起動と準備のぶん、中央値で ${cost} 長くかかりました${interval === null ? '' : `（95%区間は ${interval}）`}。同じ鍵を、準備したワーカーと起動したばかりのワーカーで交互に解いた差です。ファイルの取得は含みません。`,
  includesStart: 'この測定は毎回起動から測ったので、どの時間にもワーカーの起動が含まれます。',
  /** The clause with which both sentences below begin. `first`: about the first search, with the start of the workers. */
  ends: (first: boolean, limit: string) => `${first ? '最初の1回が' : '計算の95%が'} ${limit}以内に終わる`,
  highest: (ends: string, difficulty: number) => `${ends}のは、難易度${difficulty}までです`,
  none: (ends: string) => `${ends}難易度はありません`,
  unsure: (difficulty: number) =>
    `難易度${difficulty}では、測定の誤差のため、上限に収まるかどうか言えません。`,
  unknown: '測定の誤差がわからないため、目安です。',
  table: '難易度ごとの時間',
  at: (difficulty: number) => `難易度${difficulty}`,
  columns: { difficulty: '難易度', p95: '95%点（見込み）', fits: '判定' },
  fits: { yes: '収まる', unsure: '判断できない', no: '超える', unsolved: '一部しか解けない' },
  milliseconds: (value: string) => `${value} ミリ秒`,
  /** The run's own times are longer than the model's: they lead. */
  measured: (difficulty: number, measured: string, modelled: string) =>
    `この測定（難易度${difficulty}）では、95%が ${measured}以内に終わりました。測定では範囲を細かく渡すことや、ほかの処理のため、チェックでの見込み（${modelled}）より長くなることがあります。`,
  seconds: (value: string) => `${value} 秒`,
  interval: (low: string, high: string) => `${low}〜${high}`,
  unfound: (difficulty: number, solved: string) =>
    `1,000万回で打ち切るため、難易度${difficulty}は${solved}しか解けません。`,
  never: '—',
} as const

export const powSendResultText = {
  title: '結果の送信',
  target: '送り先',
  later: '測定が終わると、結果を送る前に確認します。',
  laterUnasked:
    '測定が終わると、結果をこの送り先に送ります。このサイトの運営者が認めた送り先なので、確認はしません。',
  laterAgreed: '測定が終わると、結果をこの送り先に送ります。このタブでは確認済みです。',
  ask: 'この測定の結果を、上の送り先に送りますか？',
  holds:
    '「JSONで保存」と同じ内容です。測定の数値のほか、端末に付けた名前、ブラウザの名前と版、機種、コアの数が含まれます。',
  agree: '送る',
  decline: '送らない',
  declined: '送りませんでした。',
  sending: '送っています…',
  sent: '送りました。',
  again: 'もう一度送る',
  failed: {
    policy:
      'このサイトの設定（コンテンツ セキュリティ ポリシー）では、この送り先に送れません。「JSONで保存」で保存してください。',
    network: '送れませんでした。送り先につながらないか、このサイトからの受け取りを断られました。',
    late: '送れませんでした。送り先の返事がありません。',
    refused: (status: number) => `送り先に断られました（HTTP ${status}）。`,
  },
  unusable: {
    malformed: '送り先がアドレスとして読めないため、結果は送りません。',
    insecure: '送り先がhttpsではないため、結果は送りません。',
    secrets: '送り先に名前やパスワードが含まれているため、結果は送りません。',
  },
} as const

export const powSustainedText = {
  title: '全力で計算し続けたとき',
  about: (seconds: string) => `すべてのワーカーで${seconds}秒、休まず計算しました。`,
  cut: (asked: string) => `${asked}秒の予定でしたが、途中で終わりました。`,
  course: {
    short: 'まだ短いため、速さの変化については言えません（60秒以上で判定します）。',
    steady: (percent: string, interval: string) =>
      `速さはほぼ一定でした（終わりは始めの${percent}、95%区間は${interval}）。`,
    slower: (percent: string, interval: string, since: string) =>
      `約${since}秒たつまでに速さが落ち、終わりは始めの${percent}でした（95%区間は${interval}）。端末が熱くなり、処理が抑えられた可能性があります。温度そのものは測れません。`,
    faster: (percent: string, interval: string) =>
      `終わりは始めより速く、${percent}でした（95%区間は${interval}）。始めのうち、ほかの処理と重なっていた可能性があります。`,
    unclear: (percent: string, interval: string) =>
      `速さが揺れていたため、始めと終わりで変わったかどうかはわかりません（終わりは始めの${percent}、95%区間は${interval}）。`,
    swinging: (percent: string) =>
      `速さが上下しました（遅いときは速いときの${percent}）。ほかの処理か、温度に応じた調整の可能性があります。`,
  },
  unequal: (percent: string) =>
    `ワーカーごとの速さに差があります（最も遅いものは最も速いものの${percent}）。種類の違うコアで動いたか、コアを分け合った可能性があります。`,
  equal: (percent: string) =>
    `ワーカーごとの速さに大きな差はありません（最も遅いものは最も速いものの${percent}）。`,
  disturbed: (count: string) => `計算の間に、画面が隠れる・端末が止まるなどの妨げが ${count} 回ありました。`,
  courseChart: '速さの移り変わり（全力）',
  lanesChart: 'ワーカーごとの速さ',
  secondsAxis: '計算した秒',
  lanesAxis: 'ワーカー',
  rateAxis: '毎秒の回数',
  all: '全ワーカー',
  lane: (lane: number) => `ワーカー${lane}`,
  mean: '平均',
  slowest: '最も遅い10秒',
  fastest: '最も速い10秒',
  interval: (low: string, high: string) => `${low}〜${high}`,
} as const
