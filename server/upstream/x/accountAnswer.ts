import type { AccountCheck, PostJudgement } from '../../../contract/wire.ts'
import type { FoundAccount } from './verdict/readList.ts'

type Check = FoundAccount['account']['check']

/** The answer to an account check, with the judgements of the posts of its list, in order. */
export function accountAnswer(
  { account, list }: FoundAccount,
  urls: string[],
  judged: PostJudgement[],
): AccountCheck {
  const { check } = account
  if (!list) return check
  const { evidence, reset, posts } = list
  const limited = reset === null ? check.api_status.userTimelineGroup : { rate_limit: true, reset }
  const found = posts.filter(({ own }, index) => own && judged[index]?.evidence?.found === true)
  const known = withFound(
    check,
    found.map(({ id }) => id),
    account.missed,
  )
  return {
    ...known,
    api_status: { ...check.api_status, userTimelineGroup: limited },
    ...(known.evidence && { evidence: { ...known.evidence, tweets: evidence } }),
    ...(evidence.reason === null && {
      tweets: urls.map((url, index) => ({
        url,
        ...judged[index],
        isPinned: posts[index]?.isPinned ? true : undefined,
      })),
    }),
  }
}

/**
 * One post that is found with the list clears an account whose newest posts were all missed, and those of them that are found now are
 * counted as such: the list never shows as found what its verdict takes for hidden.
 */
function withFound(check: Check, found: string[], missed: string[]): Check {
  const { evidence } = check
  const again = found.filter((id) => missed.includes(id)).length
  const others = check.search_ban === true ? found.length - again : 0
  if (again + others === 0 || !evidence) return check
  const { control: _, ...search } = evidence.items.search_ban
  const looked = (search.looked ?? 0) + others
  const cleared = { ...search, reason: null, looked, found: (search.found ?? 0) + again + others }
  return {
    ...check,
    search_ban: false,
    evidence: { ...evidence, items: { ...evidence.items, search_ban: cleared } },
  }
}
