import { useSetAtom } from 'jotai'
import { text } from '../text/ja.ts'
import { resultText } from '../text/result.ts'
import { Button } from '../ui/Button.tsx'
import { Sentence } from '../text/Sentence.tsx'
import { formatMinute } from '../text/formatTime.ts'
import { submitAtom } from './accountAtoms.ts'
import type { Reason } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'

type ReasonNoteProps = { result: AccountResult; reason: Reason | null }

/** Why the account could not be judged, and what can be done about it. */
export function ReasonNote({ result, reason }: ReasonNoteProps) {
  if (reason === null) return null
  if (reason === 'rate_limit') return <TryAgain at={result.api_status.userSearchGroup.reset} />
  return (
    <p>
      <Sentence>
        {reason === 'not_found'
          ? resultText.state.not_found.about(result.screenName)
          : resultText.state[reason].about}
      </Sentence>
    </p>
  )
}

/** X takes no more searches for now: another try, and the time when it is worth it where the server knows it. */
function TryAgain({ at }: { at: number | undefined }) {
  const submit = useSetAtom(submitAtom)
  return (
    <>
      {at !== undefined && (
        <p>
          <Sentence>{resultText.state.worthAt(formatMinute(at))}</Sentence>
        </p>
      )}
      <Button onClick={() => void submit()}>{text.action.retry}</Button>
    </>
  )
}
