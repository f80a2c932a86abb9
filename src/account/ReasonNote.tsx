import { Sentence } from '../text/Sentence.tsx'
import { formatMinute } from '../text/formatTime.ts'
import { resultText } from '../text/result.ts'
import { REASON_SENTENCES } from './accountVerdict.ts'
import type { Verdict } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'
import { RepeatButton } from './RepeatButton.tsx'
import { isLimited } from './showsBanStates.ts'

type ReasonNoteProps = { result: AccountResult; verdict: Verdict }

/** Why the account could not be judged, and what can be done about it. What the verdict does not say already stands here in the specified words. */
export function ReasonNote({ result, verdict: { reason, sentence } }: ReasonNoteProps) {
  const limited = isLimited(result)
  return (
    <>
      {reason && sentence !== REASON_SENTENCES[reason] && (
        <p>
          <b>{REASON_SENTENCES[reason]}</b>
        </p>
      )}
      {reason && reason !== 'rate_limit' && (
        <p>
          <Sentence>
            {reason === 'not_found'
              ? resultText.state.not_found.about(result.screenName)
              : resultText.state[reason].about}
          </Sentence>
        </p>
      )}
      {limited && reason !== 'rate_limit' && (
        <p>
          <Sentence>{resultText.state.rateLimit}</Sentence>
        </p>
      )}
      {limited && <TryAgain at={result.api_status.userSearchGroup.reset} />}
    </>
  )
}

/** X takes no more searches for now: another try, and the time when it is worth it where the server knows it. */
function TryAgain({ at }: { at: number | undefined }) {
  return (
    <>
      {at !== undefined && (
        <p>
          <Sentence>{resultText.state.worthAt(formatMinute(at))}</Sentence>
        </p>
      )}
      <RepeatButton />
    </>
  )
}
