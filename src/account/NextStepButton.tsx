import { useAtomValue, useSetAtom } from 'jotai'
import { POST_LIST_ELEMENT_ID } from '../results/PostList.tsx'
import { unjudgedBans } from '../results/accountVerdict.ts'
import { Sentence } from '../text/Sentence.tsx'
import { guideText } from '../text/guide.ts'
import { text } from '../text/ja.ts'
import { logText } from '../text/log.ts'
import { resultText, X_APPEAL_LINK } from '../text/result.ts'
import { Button, NewTabLink, filledButtonClass } from '../ui/controls.tsx'
import { checkWithOptionsAtom } from './accountAtoms.ts'
import { accountFlow } from './accountFlow.ts'
import type { FinishedCheck } from './finishedCheck.ts'
import { GuideOffer } from './guide/BanGuide.tsx'
import { PLAN_ELEMENT_ID, awaitPlan } from './guide/Plan.tsx'
import type { NextStep } from './nextStep.ts'
import styles from './AccountResult.module.css'

/** Moves the focus to the name in the form, selected. */
function editName(): void {
  const field = document.querySelector<HTMLInputElement>('input[name="screen_name"]')
  field?.focus()
  field?.select()
}

/** The one filled button of an answer. A clear answer is shared, in the row below it. */
export function NextStepButton({ check, next }: { check: FinishedCheck; next: NextStep }) {
  const query = useAtomValue(accountFlow.queryAtom)
  const repeat = useSetAtom(checkWithOptionsAtom)
  switch (next) {
    case 'plan':
      return (
        <a
          href={`#${PLAN_ELEMENT_ID}`}
          className={`${filledButtonClass} ${styles['next']}`}
          onClick={awaitPlan}
        >
          <Sentence>{guideText.plan.goTo}</Sentence>
        </a>
      )
    case 'posts':
      return (
        <a href={`#${POST_LIST_ELEMENT_ID}`} className={`${filledButtonClass} ${styles['next']}`}>
          <Sentence>{resultText.list.goTo}</Sentence>
        </a>
      )
    case 'appeal':
      return (
        <NewTabLink className={filledButtonClass} href={X_APPEAL_LINK.url}>
          <Sentence>{X_APPEAL_LINK.name}</Sentence>
          <span aria-hidden="true">↗</span>
        </NewTabLink>
      )
    case 'editName':
    case 'otherName':
      return (
        <Button kind="filled" onClick={editName}>
          {resultText.state[next]}
        </Button>
      )
    case 'checkAgain':
    case 'retry':
      return (
        <Button kind="filled" onClick={() => query && void repeat(query)}>
          {next === 'checkAgain' ? logText.check : text.action.retry}
        </Button>
      )
    case 'guide':
      return <GuideOffer kind="filled" name={check.name} bans={unjudgedBans(check)} />
    case 'share':
      return null
  }
}
