import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { shareUrl } from '../config.ts'
import { observationSentence } from '../observations/observations.ts'
import type { GetObservation } from '../observations/observations.ts'
import type { Picture, PictureBan } from '../lib/picture.ts'
import { accountVerdict, storedBanState } from '../results/accountVerdict.ts'
import { factLines, factSentences } from '../results/checkFacts.ts'
import { countGroups } from '../results/posts.ts'
import { BAN_STATES } from '../results/verdicts.ts'
import type { StoredCheck } from '../storage/records.ts'
import { text } from '../text/ja.ts'
import { formatMinute, formatNumericDay } from '../text/japanese.ts'
import { resultText } from '../text/result.ts'
import type { FinishedCheck } from './finishedCheck.ts'

/** Describes the picture of a check. `getObserved` gives what the visitor saw, if they want it in the picture. */
export function describeAccountPicture(check: StoredCheck, getObserved: GetObservation | null): Picture {
  const { tone, sentence, reason } = accountVerdict(check)
  const alert = reason && resultText.state[reason].title
  const pictureBan = (ban: Ban): PictureBan[] => {
    const state = storedBanState(check, ban)
    if (!state) return []
    const { name, gloss } = resultText.ban[ban]
    const observed = getObserved?.({ name: check.name, item: ban })
    const own = observed && { own: observationSentence(ban, observed) }
    return [{ name, gloss, tone: state.tone, state: state.words, ...own }]
  }
  return {
    title: text.site,
    about: formatMinute(check.at),
    name: `@${check.name}`,
    tone,
    headline: sentence,
    lines: [...(alert && alert !== sentence ? [alert] : []), ...factSentences(check, 'picture')],
    bans: BANS.flatMap(pictureBan),
    warning: check.sandbox ? text.sandbox.notice : '',
    url: shareUrl(''),
  }
}

export function accountShareText(check: StoredCheck): string {
  const facts = factLines(check, 'shared')
  const about = (isPosts: boolean) =>
    facts.filter(({ fact }) => (fact === 'posts') === isPosts).map(({ sentence }) => sentence)
  return resultText.shareText.account({
    isDemo: check.sandbox,
    name: check.name,
    day: formatNumericDay(check.at),
    bans: [...BANS.map((ban) => lineOf(check, ban)), ...about(false)],
    posts: about(true),
    url: shareUrl(''),
  })
}

/** The shared text of the list of posts. */
export function postsShareText({ name, at, sandbox, ownTweets }: FinishedCheck): string {
  return resultText.shareText.posts({
    isDemo: sandbox,
    name,
    day: formatNumericDay(at),
    counts: countGroups(ownTweets),
    url: shareUrl(''),
  })
}

function lineOf(check: StoredCheck, ban: Ban): string {
  const { name } = resultText.ban[ban]
  const state = storedBanState(check, ban)?.name ?? 'unknown'
  const { mark } = BAN_STATES[state]
  if (state === 'unknown') return resultText.shareText.unknown(mark, name)
  const partly = state === 'partly' ? check.partly : null
  return partly ? resultText.shareText.partly(mark, name, partly.looked, partly.found) : `${mark} ${name}`
}
