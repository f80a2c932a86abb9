/** The sentences of the card that tells which difficulty a device can be given: loaded with the first result. */
export const powDifficultyText = {
  title: '難易度の目安',
  about: (lanes: number, rate: string) =>
    `測定した速さ（ワーカー${lanes}、毎秒 ${rate} 回）と固定の時間から、答えが見つかるまでの時間を理論（幾何分布）で求めたものです。`,
  limit: { label: '95%点の上限（ミリ秒）', hint: '100回のうち95回が、この時間までに終わること' },
  first: 'ワーカーの起動も含める（最初の1回）',
  once: '起動の時間は1回だけの測定なので、その誤差は区間に含まれません。',
  firstVisit: (cost: string, interval: string) =>
    `最初の1回は、ワーカーの起動と準備のぶん、中央値で ${cost} 長くかかりました（95%の区間は ${interval}）。同じ鍵を、準備したワーカーと起動したばかりのワーカーで交互に解いた差です。ファイルの取得は含みません。`,
  includesStart: 'この測定は毎回起動から測ったので、どの時間にもワーカーの起動が含まれます。',
  highest: (difficulty: number, limit: string) =>
    `95%が ${limit}以内に終わるのは、難易度${difficulty}までです`,
  none: (limit: string) => `95%が ${limit}以内に終わると言える難易度はありません`,
  unsure: (difficulty: number) =>
    `難易度${difficulty}では、測定の誤差のため、上限に収まるかどうか言えません。`,
  unknown: '測定の誤差が分からないため、収まるかどうかは目安の値だけで示しています。',
  table: '難易度ごとの時間',
  columns: { difficulty: '難易度', p50: '50%点', p95: '95%点', p99: '99%点' },
  fits: { yes: '収まる', unsure: '言えない', no: '超える', unsolved: '解けない' },
  milliseconds: (value: string) => `${value} ms`,
  seconds: (value: string) => `${value} 秒`,
  interval: (low: string, high: string) => `${low}〜${high}`,
  intervals: '小さい字は95%の区間です。',
  unfound: (difficulty: number, share: string) =>
    `難易度${difficulty}では、${share}の計算が上限の1,000万回までに答えを見つけられません。`,
  busy: 'この測定はほかの処理に妨げられたため、目安も不確かです。',
  never: '—',
} as const
