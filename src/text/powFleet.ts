/** The sentences of the profiler's table of devices: loaded with it, and used by the collector. */
export const powFleetText = {
  title: '端末の一覧',
  about:
    'いろいろな端末で書き出した JSON をまとめて読み込み、端末ごとに比べます。ファイルはこのページの中だけで読み、どこにも送信も保存もしません。',
  drop: 'JSON ファイルをここにドロップするか、選んでください（複数可）',
  add: '保存した測定を加える',
  clear: '一覧を空にする',
  csv: 'CSV で保存',
  reading: (done: string, all: string) => `読み込んでいます：${done} ／ ${all} 件`,
  read: (devices: string, runs: string) => `${devices} 台、${runs} 件の測定を読み込みました`,
  empty: 'まだありません。',
  full: (most: string) => `一度に読めるのは ${most} 件までです。残りは読み込みませんでした。`,
  refused: (count: string) => `読み込めなかったものが ${count} 件あります`,
  refusedFile: (name: string, field: string | null) =>
    field === null
      ? `${name}：このページの測定ではありません`
      : `${name}：値「${field}」がないか、範囲の外です`,
  line: (name: string, line: number) => `${name} の ${line} 行目`,
  difficulty: '95%点を見る難易度',
  limit: { label: '95%点の上限（ミリ秒）', hint: '収まる端末を数えます' },
  columns: {
    label: '名前',
    model: '機種・ブラウザ',
    cores: 'コア',
    engine: '計算のしかた（ワーカー）',
    rate: '速さ（回/秒）',
    p95: (difficulty: number) => `95%点・難易度${difficulty}（ms）`,
    change: '始めから終わりへの速さの変化',
    runs: '測定',
  },
  across: {
    title: '端末をまたいだ95%点（ms）',
    difficulty: '難易度',
    percentile: (share: string) => `端末の${share}%`,
    slowest: '最も遅い端末',
    fitting: '上限に収まる端末',
    fittingOf: (fitting: string, all: string) => `${fitting} ／ ${all}`,
    about:
      '95%点は、測定した速さと理論（幾何分布）から求めた目安です。同じ端末の測定が複数あるときは、その中央値です。',
  },
  unnamed: '（名前なし）',
  none: '—',
  slower: (percent: string) => `${percent}（遅くなった）`,
  busy: (count: number) => `妨げあり${count}`,
  wrong: (count: number) => `理論と不一致${count}`,
} as const
