import { useAtomValue } from 'jotai'
import { text } from '../text/ja.ts'
import { Answer } from '../ui/Answer.tsx'
import { Card } from '../ui/Card.tsx'
import { formatMinute } from '../ui/formatTime.ts'
import { ShareButton } from '../ui/ShareButton.tsx'
import { doneAtom } from './accountAtoms.ts'
import { BanList } from './BanList.tsx'
import { accountShareText } from './accountShareText.ts'
import { StateAlert } from './StateAlert.tsx'
import { isShareable, verdictOf } from './accountVerdict.ts'

/** The answer: one sentence, the four bans, what stood in the way, and sharing where there is something to share. */
export function AccountResultCard() {
  const done = useAtomValue(doneAtom)
  if (!done) return null
  const { result, query, at } = done
  const verdict = verdictOf(result)
  return (
    <Card>
      <StateAlert result={result} variant={query.variant} />
      <Answer {...verdict}>
        <p>
          <span className="unbroken">@{result.screenName}</span> ・ {formatMinute(at)}
        </p>
      </Answer>
      <BanList check={result} />
      {isShareable(result) && <ShareButton label={text.share.account} words={accountShareText(result)} />}
    </Card>
  )
}
