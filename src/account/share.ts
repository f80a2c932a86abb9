import { BANS, groupOf, shownGroups } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { AccountCheck, PostResult } from '../../contract/wire.ts'
import { shareUrl } from '../config.ts'
import { observationSentence } from '../observations/observations.ts'
import type { GetObserved } from '../observations/observations.ts'
import type { Picture, PictureItem } from '../lib/picture.ts'
import { accountMethod, methodLine } from '../results/method.ts'
import { countGroups } from '../results/posts.ts'
import type { GroupCounts } from '../results/posts.ts'
import { BAN_STATES } from '../results/verdicts.ts'
import { text } from '../text/ja.ts'
import { formatMinute, formatNumericDay } from '../text/japanese.ts'
import { resultText, withheldSentence } from '../text/result.ts'
import {
  accountVerdict,
  accountBanState,
  missingPosts,
  ownPosts,
  partlyFound,
  postCounts,
  showsBanStates,
  withheldIn,
} from './accountVerdict.ts'
import type { Asked } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'

type Origin = { asked: Asked; isSandbox: boolean; observed?: GetObserved | null }

export function accountPicture(result: AccountResult, at: number, origin: Origin): Picture {
  const counts = postCounts(result)
  // Demo data does not come from X, so no time of asking is shown.
  const method = origin.isSandbox ? null : methodLine(accountMethod(result), at)
  const { tone, sentence, reason } = accountVerdict(result, origin.asked)
  const alert = reason && resultText.state[reason].title
  // The number of found posts is shown with the item instead.
  const withheld = withheldSentence(withheldIn(result))
  const item = (ban: Ban): PictureItem => {
    const { tone, words: state } = accountBanState(result, ban)
    const { name, gloss } = resultText.ban[ban]
    const observed = origin.observed?.({ name: result.screenName, item: ban })
    return { name, gloss, tone, state, ...(observed && { own: observationSentence(ban, observed) }) }
  }
  return {
    title: text.site,
    about: formatMinute(at),
    name: `@${result.screenName}`,
    tone,
    headline: sentence,
    lines: [
      ...(alert && alert !== sentence ? [alert] : []),
      ...(missingPosts(result, origin.asked.posts) ? [resultText.verdict.postsMissing] : []),
      ...(withheld === null ? [] : [withheld]),
      ...(counts ? [countLine(counts, ownPosts(result))] : []),
      ...(method === null ? [] : [method]),
    ],
    items: showsBanStates(result) ? BANS.map(item) : [],
    warning: origin.isSandbox ? text.sandbox.notice : '',
    url: shareUrl(''),
  }
}

function countLine(counts: GroupCounts, posts: readonly PostResult[]): string {
  const words = shownGroups(counts)
    .filter((group) => counts[group] > 0)
    .map(
      (group) =>
        `${resultText.badge[group]} ${counts[group]}${group === 'unsearched' ? reasonCounts(posts) : ''}`,
    )
  return `${resultText.list.title}：${words.join('／')}`
}

const NAMED_REASONS = ['sensitive', 'withheld'] as const

function reasonCounts(posts: readonly PostResult[]): string {
  const { unsearched } = resultText.list
  const parts = NAMED_REASONS.flatMap((reason) => {
    const count = posts.filter(
      (post) => groupOf(post) === 'unsearched' && post.evidence?.reason === reason,
    ).length
    return count === 0 ? [] : [unsearched.part(unsearched[reason], count)]
  })
  return parts.length === 0 ? '' : unsearched.all(parts)
}

/** X's country code for Japan, and X's code that means every country. */
const IN_JAPAN = new Set(['JP', 'XX'])

/** `at` is Unix milliseconds. */
export function accountShareText(result: AccountResult, at: number, isSandbox: boolean): string {
  const codes = withheldIn(result)
  return resultText.shareText.account({
    isDemo: isSandbox,
    name: result.screenName,
    day: formatNumericDay(at),
    bans: [
      ...BANS.map((ban) => lineOf(result, ban)),
      ...(codes.length > 0 ? [resultText.shareText.withheld(codes.some((code) => IN_JAPAN.has(code)))] : []),
    ],
    counts: postCounts(result),
    url: shareUrl(''),
  })
}

export function postsShareText(name: string, tweets: PostResult[], at: number, isSandbox: boolean): string {
  return resultText.shareText.posts({
    isDemo: isSandbox,
    name,
    day: formatNumericDay(at),
    counts: countGroups(tweets),
    url: shareUrl(''),
  })
}

function lineOf(result: AccountCheck, ban: Ban): string {
  const { name } = resultText.ban[ban]
  const state = showsBanStates(result) ? accountBanState(result, ban).name : 'unknown'
  const { mark } = BAN_STATES[state]
  const partly = state === 'partly' ? partlyFound(result) : null
  return partly ? resultText.shareText.partly(mark, name, partly.looked, partly.found) : `${mark} ${name}`
}
