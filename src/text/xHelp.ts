/** X's own pages on what it keeps out of search, and on what else it shows to fewer people. */
export const xHelp = {
  search: {
    url: 'https://help.x.com/ja/rules-and-policies/x-search-policies',
    name: '検索のルールと制限（Xヘルプ）',
  },
  reach: {
    url: 'https://help.x.com/ja/rules-and-policies/x-reach-limited',
    name: 'リーチが制限される場合（Xヘルプ）',
  },
} as const
