import type { PostEvidence } from '../../../contract/PostEvidence.ts'
import { parsePostUrl } from '../../../contract/PostUrl.ts'
import type { PostResult } from '../../../contract/wire.ts'
import { postSearchText as words } from '../../text/postSearch.ts'
import { isSameName } from '../isSameName.ts'
import { mayExist } from './searchLink.ts'

/**
 * What a post's status rests on, a fact a sentence or two; none where the server sent no evidence, or where there is no post to look for.
 * `when` is when search was asked, in words; null leaves it out.
 */
export function evidenceSentences(post: PostResult, when: string | null): string[] {
  const { evidence, url } = post
  if (!evidence || !mayExist(post)) return []
  return [
    ...authorIn(url, evidence),
    `${shownIn(evidence)}${searchedIn(evidence, when)}`,
    ...quotedIn(evidence),
  ]
}

function authorIn(url: string, { author }: PostEvidence): string[] {
  const typed = parsePostUrl(url)?.name
  if (!typed || !author || isSameName(typed, author)) return []
  return [words.author(typed, author)]
}

/** Whether X shows the post: said where X restricts it, and where nothing else is known of it. */
function shownIn({ visible, found, reason }: PostEvidence): string {
  if (visible === false) return words.restricted
  const unasked = found === null && (reason === null || reason === 'not_offered')
  return visible === true && unasked ? words.visible : ''
}

function searchedIn({ found, reason }: PostEvidence, when: string | null): string {
  if (found !== null) return found ? words.found(when) : words.missed(when)
  return reason === null ? words.unsearched : words.why[reason]
}

function quotedIn({ quote }: PostEvidence): string[] {
  if (quote === 'restricted') return [words.quoteRestricted]
  return quote === 'unknown' ? [words.quoteUnknown] : []
}
