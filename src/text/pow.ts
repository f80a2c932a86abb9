// Long, since it holds every sentence of one page, and no logic.
export const powText = {
  h1: { name: '計算の速さを測る', english: 'Proof of Work' },
  lead: 'この端末の計算の速さを測ります。',
  /** The second sentence of the lead. It is left out if a link names an address that results are sent to, because it would be false then. */
  leadKept: '結果は端末にだけ残ります。',
  settings: {
    title: '測定の条件',
    difficulty: { label: '難易度', hint: 'ハッシュ値の先頭に並ぶ0の数（16進数）' },
    trials: { label: '試行の数', hint: '理論との比較には1,000以上をおすすめします' },
    estimate: (time: string) => `${time}かかります`,
    asksFirst: '長い測定なので、まだ始めていません。「測定を始める」を押すと始まります。',
    seconds: (seconds: number) => `約${seconds}秒`,
    minutes: (minutes: number) => `約${minutes}分`,
    lanes: { label: 'ワーカーの数', hint: '多くてもこの端末のコアの数まで' },
    engine: { label: '計算のしかた' },
    pool: { label: 'ワーカーの準備' },
    against: {
      label: '比べる相手（交互に測ります）',
      hint: '同じ鍵を交互に測り、速さに差があるかを判定します',
      none: 'なし',
      same: '同じ条件（端末のばらつきを見る）',
      lanes: 'ワーカー1つ',
      several: (count: number) => `リンクで指定した${count}通り`,
      other: (text: string) => `リンクの指定（${text}）`,
    },
    keyLength: { label: '鍵の長さ', hint: '文字数。実際のチェックでは48です' },
    range: { label: '1回に渡す範囲', hint: 'ワーカーに一度に渡すカウンターの個数' },
    seed: { label: '乱数の種', hint: '同じ種なら、どの端末でも同じ鍵になります' },
    sustain: {
      label: '最後に全力で続ける時間',
      hint: '熱くなったときの速さを見ます',
      none: '続けない',
      seconds: (seconds: number) => (seconds % 60 === 0 ? `${seconds / 60}分` : `${seconds}秒`),
    },
    forms: { label: '条件の表示', simple: 'ふつう', full: '詳しく' },
    between: (low: string, high: string) => `入力できるのは${low}〜${high}`,
    clamped: (asked: string, given: string) => `${asked} は範囲の外なので、${given} にしました`,
    unread: (asked: string) => `「${asked}」は整数ではないので、元の値に戻しました`,
    automation:
      'リンクに &autostart=1 を加えると、開いただけで測定が始まります。スクリプトからは await powRun で結果を読み取れます。',
    label: { label: 'この端末の名前（任意）', hint: '書き出すファイルと一覧に表示されます' },
  },
  engine: {
    auto: '自動（チェックと同じ）',
    unrolled: 'WASM SIMD（展開）',
    rolled: 'WASM SIMD（ループ）',
    scalar: 'WASM（SIMD なし）',
    javascript: 'JavaScript（ワーカー）',
    page: 'ページ内で少しずつ実行',
    'hash-wasm': '基準：hash-wasmで1回ずつ',
    subtle: '基準：crypto.subtleで1回ずつ',
  },
  pool: { warm: '準備してから測る', cold: '毎回、起動から測る' },
  action: {
    start: '測定を始める',
    repeat: (time: string) => `5回繰り返す（${time}）`,
    pause: '一時停止',
    resume: '再開する',
    stop: '終了して結果を見る',
  },
  state: {
    starting: 'ワーカーを起動しています…',
    running: '測定しています…',
    sustaining: '全力で計算し続けています…',
    remaining: (time: string) => `残り${time}`,
    paused: '一時停止しています',
    ended: '測定が終わりました',
    progress: '測定の進みぐあい',
    turn: (turn: number, of: number) => `${of}回のうち${turn}回目`,
    count: (done: string, all: string) => `${done} ／ ${all} 回`,
    failed: '測定できませんでした',
    failedHint:
      'この計算のしかたは、お使いのブラウザでは使えない可能性があります。条件を変えてお試しください。',
  },
  announced: {
    progress: (running: string, percent: number) => `${running}（${percent}%）`,
    stopped: (ended: string, trials: number) => `${ended}（途中で終えたため、${trials}回まで）`,
    nothing: '測定を止めました。結果はありません。',
    rate: (rate: string) => `計算の速さは毎秒 ${rate} 回`,
    median: (milliseconds: string) => `解く時間の中央値は ${milliseconds} ミリ秒`,
  },
  result: {
    title: '結果',
    /** `name`: of the run that it is about, where that must be said. */
    titleOf: (title: string, name: string | null) => (name === null ? title : `${title}（${name}）`),
    again: 'もう一度',
    /** Above the figures of the first of several configurations. */
    compareAfter: (missing: number) => `あと${missing}回`,
    rate: (rate: string) => `毎秒 ${rate} 回`,
    engineName: (lanes: number) => `計算の速さ（ワーカー${lanes}つ・探索のみ）`,
    engineLater: '測定の最後に測ります',
    engineStopped: '途中で終えたため、測っていません',
    perceivedName: '体感の速さ（やりとりを含む）',
    time: (milliseconds: string) => `${milliseconds} ミリ秒`,
    timeAbove: (milliseconds: string) => `${milliseconds} ミリ秒より長い`,
    timeName: '解く時間の中央値',
    partial: '測定中の結果',
    /** The figures of one real run, which a test keeps in `sampleRun.json`, and what each of them means. */
    sample: {
      title: '結果の見本',
      about: '別の端末（2コアのパソコン）で、難易度4を200回解いたときの数値です。',
      lanes: 2,
      engine: '1370万',
      median: '3.3',
      perceived: '1200万',
    },
    meanings: {
      engine: 'ハッシュの計算だけを続けたときの、1秒あたりの回数です。',
      median: '半分の回が、この時間までに終わります。',
      perceived: 'ワーカーとのやりとりも含めた、1秒あたりの回数です。',
    },
    ending: {
      agrees: '正しく測定できました',
      wrong: '計算に誤りがあります。この数値は使えません。',
      unsure: '測定が正しいかは判定できません',
      disturbed: '測定が妨げられました。数値は目安です。',
      stopped: '途中で終えました。そこまでの数値です。',
    },
    verdict: {
      agrees: {
        title: '理論と一致しています',
        about: '見つかるまでの試行回数は、正しい計算から期待される分布（幾何分布）と矛盾しません。',
      },
      doubtful: {
        title: '理論からのずれが疑われます',
        about:
          '正しい計算でも100回に1回ほどは起こるずれです。別の種で、試行の数を増やして測り直してください。',
      },
      disagrees: {
        title: '理論と一致していません',
        about:
          '見つかるまでの試行回数が、期待される分布から大きく外れています。計算に誤りがある可能性があります。',
      },
      few: {
        title: '判定には試行が足りません',
        about:
          'この試行の数と範囲では、計算の誤りを見つけられません。試行を増やすか、「詳しく」の「1回に渡す範囲」を狭くすると判定できます。',
      },
    },
    chosen: (name: string, engine: string) => `計算のしかた（${name}）：${engine}`,
    wrong: (count: string) => `別の実装が誤りと判断した答えが${count}件あります。`,
    unfound: (count: string) =>
      `上限（1,000万回）までに見つからなかった試行が${count}件あります。時間の数値では「それより長い」として数えています。`,
    detects: (percent: string) =>
      `成功率が正しい計算の ${percent}% まで落ちていれば、10回に9回はこの判定で見つかります。`,
    outliers: (name: string, slow: string, verySlow: string, fast: string, veryFast: string) =>
      `見込みより大きく外れた試行（${name}、テューキーの柵）：遅い側 ${slow}\u00A0件（うち極端なもの ${verySlow}\u00A0件）、速い側 ${fast}\u00A0件（うち極端なもの ${veryFast}\u00A0件）。取り除いていません。`,
    ks: (distance: string, pValue: string) =>
      `試行回数の分布（コルモゴロフ–スミルノフ検定）：D\u00A0=\u00A0${distance}、p\u00A0${pValue.replace(' ', '\u00A0')}`,
  },
  slowEngine: {
    scalar: 'このブラウザではWebAssemblyのSIMDが使えないため、SIMDのない方式で計算します。',
    refused:
      'このページではWebAssemblyの実行が許可されていないか、メモリが足りないため、JavaScriptで計算します。サイトの設定が原因の場合は、Content-Security-Policyに「wasm-unsafe-eval」が必要です。',
    absent: 'このブラウザではWebAssemblyが使えないため、JavaScriptで計算します。',
  },
  unmet: {
    title: 'リンクの指定のうち、そのまま使えなかったもの',
    replaced: (name: string, asked: string, given: string) =>
      `${name}：「${asked}」は使えないため、「${given}」で測ります`,
    unused: (name: string, asked: string) => `${name}：「${asked}」は使えません`,
  },
  runs: {
    title: '測定の一覧',
    empty: 'まだありません。',
    trouble: {
      none: '端末の保存場所を開けませんでした。ページを閉じると、測定の結果は消えることがあります。',
      save: 'この測定は端末に保存できませんでした。ページを閉じる前に「JSONで保存」を押してください。',
      remove: '削除を保存できませんでした。ページを開き直すと、この測定がまた表示されます。',
    },
    /** Said where the list has runs of files too. */
    own: 'この端末で測定',
    shown: '表示中',
    compared: '比較中',
    show: '結果を見る',
    compare: '比べる',
    again: '同じ条件で測る',
    json: 'JSON',
    csv: 'CSV',
    remove: '削除',
    removed: (name: string) => `削除しました：${name}`,
    columns: { run: '測定', rate: '毎秒', p95: '95%点', actions: '操作' },
    rate: (value: string) => `${value} 回`,
    time: (value: string) => `${value} ミリ秒`,
    none: '—',
    import: 'JSONを読み込む',
    reading: (done: string, all: string) => `読み込んでいます：${done} ／ ${all}件`,
    full: (most: string) => `一度に読めるのは${most}件までです。残りは読み込みませんでした。`,
    all: 'すべて保存',
    devices: '端末別の集計',
    refused: (count: string) => `読み込めなかったものが${count}件あります`,
    refusedFile: (name: string, field: string | null) =>
      field === null
        ? `${name}：このページの測定ではありません`
        : `${name}：値「${field}」がないか、範囲の外です`,
    line: (name: string, line: number) => `${name} の ${line} 行目`,
    about: (engine: string, difficulty: number, lanes: number) =>
      `${engine}・難易度${difficulty}・ワーカー数${lanes}`,
    trials: (count: string, isEach: boolean) => `${isEach ? '各' : ''}${count}回`,
    turns: (others: readonly string[]) => `（${others.join('、')}と交互）`,
    /** The figures of a run in turns are those of its first settings. */
    valuesOf: (name: string) => `${name}の値`,
    unnamed: '名前のない端末',
    part: {
      lanes: (lanes: number) => `ワーカー数${lanes}`,
      range: (range: string) => `範囲${range}`,
      same: (place: number) => `${place}つ目`,
      again: (place: number) => `（${place}つ目）`,
    },
  },
  help: {
    title: '測定の見かた',
    items: [
      '試行回数の分布は、運だけで決まる理論（幾何分布）に近いはずです。大きく外れていれば、計算に誤りがあるかもしれません。',
      '「計算の速さ」は、答えのない探索だけを続けたときの速さです。「体感の速さ」は、すべての試行回数を、やりとりも含めたすべての時間で割ったものです。',
      '「調べ終えた範囲の速さ」は、最後まで調べ終えた範囲だけから計算します。途中で答えが見つかった範囲は、どこまで調べたかわからないためです。',
      '速さの線が右へ下がっていくときは、端末の温度が上がり、処理が抑えられている可能性があります。',
      '測定中は、数値を試行と試行の間にだけ書き換えます。グラフは終わってから描きます。',
      '画面を表示したまま測定してください。ほかのタブに移ると、ブラウザが処理を遅らせることがあります。',
    ],
  },
} as const
