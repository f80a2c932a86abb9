import { useAtomValue, useSetAtom } from 'jotai'
import type { Ban } from '../../../contract/bans.ts'
import { guideText } from '../../text/guide.ts'
import { resultText } from '../../text/result.ts'
import { Button } from '../../ui/Button.tsx'
import { FindingsSwitch } from './FindingsSwitch.tsx'
import { ownFindingsAtom } from './findingAtoms.ts'
import { moveGuideAtom } from './guideAtoms.ts'
import type { Guide } from './guideAtoms.ts'
import styles from './GuidedCheck.module.css'
import { GuideTitle } from './GuideTitle.tsx'

const { see, guided } = guideText

type GuideEndProps = { guide: Guide; titleId: string; onLeave: () => void }

/** What the visitor saw, all at once, and what becomes of it. */
export function GuideEnd({ guide: { bans }, titleId, onLeave }: GuideEndProps) {
  const findings = useAtomValue(ownFindingsAtom)
  const move = useSetAtom(moveGuideAtom)
  const outcome = bans.map((ban) => findings[ban]?.outcome).find(Boolean)
  return (
    <>
      <GuideTitle id={titleId}>{guided.end}</GuideTitle>
      <dl className={styles['seen']}>
        {bans.map((ban) => (
          <div key={ban}>
            <dt lang="en">{resultText.ban[ban].name}</dt>
            <dd>{wordsOf(ban, findings[ban]?.answer)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['note']}>
        <span>{guided.private}</span> <output>{outcome && see.outcome[outcome]}</output>
      </p>
      <FindingsSwitch />
      <div className={styles['foot']}>
        <Button onClick={() => move(-1)}>{guided.back}</Button>
        <Button kind="filled" onClick={onLeave}>
          {guided.close}
        </Button>
      </div>
    </>
  )
}

function wordsOf(ban: Ban, answer: keyof ReturnType<typeof see.answers> | undefined): string {
  return answer ? see.answers(ban)[answer] : guided.unanswered
}
