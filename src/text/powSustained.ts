/** The sentences about minutes at full load: loaded with a result that has them. */
export const powSustainedText = {
  title: '全力で計算し続けたとき',
  about: (seconds: string) => `すべてのワーカーで${seconds}秒、休まず計算しました。`,
  cut: (asked: string) => `${asked}秒の予定でしたが、途中で終わりました。`,
  course: {
    short: 'まだ短いため、速さの変化については言えません（60秒以上で判定します）。',
    steady: (percent: string, interval: string) =>
      `速さはほぼ一定でした（終わりは始めの${percent}、95%の区間は${interval}）。`,
    slower: (percent: string, interval: string, since: string) =>
      `約${since}秒たつまでに速さが落ち、終わりは始めの${percent}でした（95%の区間は${interval}）。端末が熱くなり、処理が抑えられた可能性があります。温度そのものは測れません。`,
    faster: (percent: string, interval: string) =>
      `終わりは始めより速く、${percent}でした（95%の区間は${interval}）。始めのうち、ほかの処理と重なっていた可能性があります。`,
    swinging: (percent: string) =>
      `速さが上下しました（遅いときは速いときの${percent}）。ほかの処理か、温度に応じた調整の可能性があります。`,
  },
  drift: (percent: string) => `変化の傾き：1分あたり ${percent}%`,
  driftInterval: (low: string, high: string) => `（95%の区間 ${low}〜${high}%）`,
  unequal: (percent: string) =>
    `ワーカーごとの速さに差があります（最も遅いものは最も速いものの${percent}）。種類の違うコアで動いたか、コアを分け合った可能性があります。`,
  equal: (percent: string) => `ワーカーごとの速さはほぼ同じです（最も遅いものは最も速いものの${percent}）。`,
  disturbed: (count: string) => `計算の間に、画面が隠れる・端末が止まるなどの妨げが ${count} 回ありました。`,
  courseChart: '速さの移り変わり（全力）',
  lanesChart: 'ワーカーごとの速さ',
  secondsAxis: '計算した秒',
  lanesAxis: 'ワーカー',
  rateAxis: '回/秒',
  all: '全ワーカー',
  lane: (lane: number) => `ワーカー${lane}`,
  mean: '平均',
  slowest: '最も遅い10秒',
  fastest: '最も速い10秒',
  interval: (low: string, high: string) => `${low}〜${high}`,
} as const
