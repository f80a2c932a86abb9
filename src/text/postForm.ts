export const postFormText = {
  row: {
    /** Stands once above all rows. */
    title: 'ポストのURL',
    label: (n: number) => `ポストのURL（${n}件目）`,
    placeholder: 'x.com/…/status/1234',
    hinted: (n: number, hint: string) => `${n}件目：${hint}`,
    clear: (n: number) => `${n}件目の入力を消去`,
    remove: (n: number) => `${n}件目の欄を削除`,
  },
  excess: (max: number, excess: number) =>
    `一度にチェックできるのは${max}件までです。あと${excess}件減らすと始められます。`,
  mistakes: (count: number) => `${count}件は重複かURLの誤りです。`,
  tidy: {
    first: (max: number) => `先頭${max}件だけにする`,
    mistakes: '重複と誤りを除く',
    all: 'すべて消去',
    undo: '元に戻す',
    done: (count: number) => `${count}件になりました`,
  },
  hint: {
    notPost: 'ポストのURLではないようです',
    shortLink:
      '短縮URLからはポストがわかりません。Xでポストを開き、「リンクをコピー」したURLを入力してください',
    cut: 'リンクが途中で切れています（…）。ポストの画面でコピーし直してください',
    rounded: 'ポストの番号が、表計算ソフトで丸められています。もとの番号かURLを入力してください',
    account: 'アカウントのURLのようです。ポストを開き、「リンクをコピー」したURLを入力してください',
    elsewhere: 'ほかのサイトのURLのようです。Xのポストだけを調べられます',
    duplicate: '同じポストがほかの欄にもあります',
  },
  spread: (count: number) => `${count}件のURLを入力しました`,
  older: (max: number, count: number) => `新しい${max}件を入力しました。ほかに${count}件あります`,
  leftOut: (count: number) => `ポストではないURL${count}件は除きました`,
} as const
