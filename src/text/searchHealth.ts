import type { Capabilities, SearchHour, SearchNow } from '../../contract/wire.ts'
import { formatClock } from './japanese.ts'

type Now = { time: number; until: string }
const postsUnsearched = ({ until }: Now) =>
  `検索に出るかは${until || 'いま'}確かめられません。表示されるかは確かめられます。`

/** The line before a check if X's search cannot be judged now. This module is loaded with the server's answer, never with a page. */
const SENTENCES = {
  account: {
    missing: ({ time }) =>
      `Xの検索が不安定です（${formatClock(time)}現在）。Search Banは判定できなくても自分で確かめられます。`,
    limited: ({ until }) => `Xの検索の上限のため、${until}Search Banは判定できません。自分で確かめられます。`,
    paused: ({ until }) => `いまXの検索を使えず、${until}Search Banは判定できません。自分で確かめられます。`,
  },
  posts: {
    missing: ({ time }) =>
      `いまXの検索が安定しません（${formatClock(time)}現在）。表示されるかは確かめられます。`,
    limited: postsUnsearched,
    paused: postsUnsearched,
  },
} as const satisfies Record<string, Record<Exclude<SearchNow['state'], 'found'>, (now: Now) => string>>

/** The line for each form. Null while search works, if its state is unknown, or if the server does not use it. */
export type SearchHealthLines = Record<keyof typeof SENTENCES, string | null>

export function searchHealthLines({ search, bans, posts }: Capabilities): SearchHealthLines {
  if (!search || search.state === 'found') return { account: null, posts: null }
  const now = {
    time: search.time,
    until: search.until === undefined ? '' : `${formatClock(search.until)}ごろまで`,
  }
  return {
    account: bans.includes('search_ban') ? SENTENCES.account[search.state](now) : null,
    posts: posts === 'search' ? SENTENCES.posts[search.state](now) : null,
  }
}

export const searchHealthText = {
  title: 'Xの検索のようす（24時間）',
  lead: 'このサイトのチェックで、Xの検索が働いていたかを1時間ごとに数えました（10回単位に切り上げ）。あるはずのポストを返さなかったときは「欠けていた」に数えます。',
  hour: '時刻',
  /** The names of the counts, in their order. They are short enough for the columns of a narrow phone. */
  kinds: {
    ok: '検索できた',
    blind: '欠けていた',
    limited: '使えない',
  } satisfies Record<Exclude<keyof SearchHour, 'from'>, string>,
  none: 'この24時間、検索を使ったチェックはありません。',
  count: (count: number) => `${count}回`,
} as const
