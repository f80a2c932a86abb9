export const methodText = {
  line: (version: number, asked: string | null) =>
    `判定方法：第${version}版${asked === null ? '' : `（${asked}にXへ問い合わせ）`}`,
} as const

/** What changed in each version, newest first: on /how alone. */
export const methodVersions = {
  title: '判定方法の版',
  lead: '結果、画像、ファイル、端末の記録には、判定方法の版とXに問い合わせた時刻が付きます。版の違う結果どうしは、変化として比べません。',
  list: [
    {
      version: 2,
      changed:
        '項目とポストの一覧を同じ確認結果から判定します。見つからないポストは何度か探し直し、同じころの別のポストが前後で検索に出ているときだけ「検索に出ない」とします。返信、リポスト、コミュニティ、センシティブなポストは数えません。',
    },
    {
      version: 1,
      changed:
        '項目とポストの一覧を別々に確かめていました。見つからないポストを2回探し、検索が別のポストを返しているときに「検索に出ない」としていました。',
    },
  ],
  name: (version: number) => `第${version}版`,
} as const
