import { BANS, BAN_NAMES } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { Capabilities } from '../../contract/wire.ts'
import { text } from './ja.ts'

const POST_SENTENCES = {
  search: 'ポストが検索に出るかを調べます。',
  visibility: 'ポストは、検索ではなく、表示されるかだけを調べます。',
  none: 'ポストは調べません。',
} as const satisfies Record<Capabilities['posts'], string>

export function capabilitySentence(capabilities: Capabilities | null): string {
  if (!capabilities) return ''
  const { bans, posts } = capabilities
  if (bans.length === BANS.length && posts === 'search')
    return `${BANS.length}種類のシャドウバンと、直近のポストが検索に出るかを調べます。`
  return `${bansSentence(bans)}${posts === 'search' ? guideSentence(bans) : POST_SENTENCES[posts]}`
}

function bansSentence(bans: readonly Ban[]): string {
  if (bans.length === BANS.length) return `${BANS.length}種類のシャドウバンを調べます。`
  if (bans.length === 0) return '自動で調べられる項目はありません。'
  return `自動で調べるのは${bans.map((ban) => BAN_NAMES[ban]).join('、')}です。`
}

function guideSentence(bans: readonly Ban[]): string {
  const which = bans.length === 0 ? `${BANS.length}項目とも` : `ほかの${BANS.length - bans.length}項目は`
  return `${which}、確かめ方をご案内します。`
}

const FOOTERS = {
  search: text.post.footer,
  visibility: 'ポストのURLを入力すると、表示されるかを調べられます。検索に出るかは調べません。',
  none: 'このサイトでは、ポストを調べられません。',
} as const satisfies Record<Capabilities['posts'], string>

export function postCheckFooter(capabilities: Capabilities | null): string {
  return FOOTERS[capabilities?.posts ?? 'search']
}

export function postCapabilitySentence(capabilities: Capabilities | null): string {
  return capabilities ? POST_SENTENCES[capabilities.posts] : ''
}
