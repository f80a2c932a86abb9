import { BANS } from '../../contract/outcomes.ts'

/** The example of a result on the first page: `whole` if the server judges all items, `search` if it judges Search Ban, else `byHand`. */
export const sampleText = {
  label: '結果の例',
  whole: {
    verdict: 'シャドウバンは検出されませんでした',
    about: '直近のポスト20件は検索に出ています。',
  },
  search: {
    verdict: 'Search Banは検出されませんでした',
    about: `最近のポストが検索で見つかりました。残り${BANS.length - 1}項目は、自分で確かめられます。`,
  },
  byHand: {
    verdict: '調べられない項目は、自分で確かめられます',
    about: '手順を見ながら、Xの画面で確かめます。',
  },
} as const
