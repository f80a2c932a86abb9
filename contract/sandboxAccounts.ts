import { BANS } from './outcomes.ts'

export const SANDBOX_ACCOUNTS = [
  { name: 'sbx_clear', state: `${BANS.length}項目すべて検出なし` },
  { name: 'sbx_suggestion', state: 'Search Suggestion Ban のみ検出' },
  { name: 'sbx_search', state: 'Search Ban のみ検出' },
  { name: 'sbx_ghost', state: 'Ghost Ban のみ検出' },
  { name: 'sbx_reply', state: 'Reply Deboosting のみ検出' },
  { name: 'sbx_all_bans', state: `${BANS.length}項目すべて検出` },
  { name: 'sbx_mixed', state: '固定ポストを含む20件にすべての判定が混在' },
  { name: 'sbx_search_only', state: 'Search Ban だけを判定するサーバーで検出なし' },
  { name: 'sbx_partly', state: '検索で一部のポストだけ見つかり、閲覧制限と検索未確認も混在' },
  { name: 'sbx_no_control', state: 'Xの検索が応答せず判定できない' },
  { name: 'sbx_too_close', state: 'ポストが1日以内に集中していて判定できない' },
  { name: 'sbx_withheld', state: '日本で表示が制限されているアカウント' },
  { name: 'sbx_unknown', state: `${BANS.length}項目すべて判定不可` },
  { name: 'sbx_suspended', state: '凍結アカウント' },
  { name: 'sbx_protected', state: '非公開アカウント' },
  { name: 'sbx_no_posts', state: 'ポストなし' },
  { name: 'sbx_limit_user', state: 'ユーザー検索がレート制限中' },
  { name: 'sbx_limit_posts', state: 'ポスト取得がレート制限中' },
  { name: 'sbx_slow', state: '応答に8秒かかる' },
  { name: 'sbx_err_500', state: 'メッセージ付きの500エラー' },
  { name: 'sbx_err_502', state: 'Xの応答エラー（502）' },
] as const

export type SandboxName = (typeof SANDBOX_ACCOUNTS)[number]['name']
