import { BANS } from '../../contract/bans.ts'
import type { Tone } from '../ui/Tone.ts'
import { bansSentence, judgedCount } from './bansSentence.ts'
import type { BanFlags } from './bansSentence.ts'
import type { GroupCounts } from './group.ts'

type WithoutFinding = {
  bans: BanFlags
  /** How the latest posts were judged; null where they were not looked at. */
  posts: GroupCounts | null
  /** Whether something else is amiss: search found only some posts, X withholds the account somewhere, or the posts could not be fetched. */
  amiss: boolean
}

/** The verdict when no ban was found. Posts that are excluded, restricted or not searched for still prevent the ✓. */
export function withoutFinding(check: WithoutFinding): { tone: Tone; sentence: string } {
  return { tone: toneOf(check), sentence: bansSentence(check.bans) }
}

function toneOf({ bans, posts, amiss }: WithoutFinding): Tone {
  if (amiss || (posts && posts.excluded + posts.restricted > 0)) return 'warning'
  return judgedCount(bans) < BANS.length || (posts && posts.unsearched > 0) ? 'unknown' : 'ok'
}
