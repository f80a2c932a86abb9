import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { Capabilities } from '../../contract/wire.ts'

/** What the four bans are called. */
export const banNames = {
  search_suggestion_ban: 'Search Suggestion Ban',
  search_ban: 'Search Ban',
  ghost_ban: 'Ghost Ban',
  reply_deboosting: 'Reply Deboosting',
} as const satisfies Record<Ban, string>

const POSTS = {
  search: 'ポストは検索で確かめます。',
  visibility: 'ポストは表示の可否だけを確かめ、検索では確かめません。',
  none: 'ポストは調べません。',
} as const satisfies Record<Capabilities['posts'], string>

/** What the server can judge, said before a check; where that is not known, only that servers differ. */
export function capabilitySentence(capabilities: Capabilities | null): string {
  if (!capabilities) return '判定できる項目と、ポストの確かめ方は、接続先のサーバーによって異なります。'
  return `このサーバーは、${bansOf(capabilities)}${POSTS[capabilities.posts]}`
}

function bansOf({ bans }: Capabilities): string {
  if (bans.length === 0) return '4項目のどれも判定しません。'
  if (bans.length === BANS.length) return '4項目すべてを判定します。'
  return `4項目のうち${bans.map((ban) => banNames[ban]).join('、')}を判定します。`
}

/** The same about posts alone. */
export function postCapabilitySentence(capabilities: Capabilities | null): string {
  if (!capabilities) return 'ポストの確かめ方は、接続先のサーバーによって異なります。'
  return `このサーバーでは、${POSTS[capabilities.posts]}`
}
