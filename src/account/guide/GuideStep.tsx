import { useAtomValue, useSetAtom } from 'jotai'
import type { Ban } from '../../../contract/bans.ts'
import type { Sighting } from '../../log/store/Finding.ts'
import { guideText } from '../../text/guide.ts'
import { resultText } from '../../text/result.ts'
import { Button, buttonLinkClass } from '../../ui/Button.tsx'
import { text } from '../../text/ja.ts'
import { answerAtom, ownFindingsAtom } from './findingAtoms.ts'
import { moveGuideAtom } from './guideAtoms.ts'
import type { Guide } from './guideAtoms.ts'
import styles from './GuidedCheck.module.css'
import { GuideTitle } from './GuideTitle.tsx'
import { SIGHT_LINKS } from './guideLinks.ts'

const { see, guided } = guideText

type GuideStepProps = { ban: Ban; guide: Guide; titleId: string; onLeave: () => void }

/** One item: what to look for, the link into X, and what was seen. An answer leads to the next item. */
export function GuideStep({ ban, guide: { name, bans, step }, titleId, onLeave }: GuideStepProps) {
  const move = useSetAtom(moveGuideAtom)
  return (
    <>
      <p className={styles['progress']}>
        <span>{guided.progress(step + 1, bans.length)}</span>
        <progress value={step + 1} max={bans.length} aria-hidden="true" />
      </p>
      <GuideTitle id={titleId}>
        <b lang="en">{resultText.ban[ban].name}</b> <small>{resultText.ban[ban].gloss}</small>
      </GuideTitle>
      {step === 0 && <p>{see.lead}</p>}
      <ol className={styles['steps']}>
        {see.steps[ban](name).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <a className={buttonLinkClass} href={SIGHT_LINKS[ban](name)} target="_blank" rel="noopener noreferrer">
        <span>{see.links[ban]}</span>
        <span className="visually-hidden">{text.newTab}</span>
        <span aria-hidden="true">↗</span>
      </a>
      <Answers ban={ban} questionId={`${titleId}-question`} />
      <p className={styles['note']}>{guided.private}</p>
      <div className={styles['foot']}>
        <Button disabled={step === 0} onClick={() => move(-1)}>
          {guided.back}
        </Button>
        <Button onClick={onLeave}>{guided.leave}</Button>
      </div>
    </>
  )
}

function Answers({ ban, questionId }: { ban: Ban; questionId: string }) {
  const chosen = useAtomValue(ownFindingsAtom)[ban]?.answer
  const answer = useSetAtom(answerAtom)
  const move = useSetAtom(moveGuideAtom)
  const answers = see.answers(ban)
  return (
    <div role="group" aria-labelledby={questionId} className={styles['answers']}>
      <p id={questionId}>{see.question}</p>
      {(Object.keys(answers) as Sighting[]).map((sighting) => (
        <Button
          key={sighting}
          aria-pressed={chosen === sighting}
          onClick={() => {
            void answer(ban, sighting)
            move(1)
          }}
        >
          {answers[sighting]}
        </Button>
      ))}
    </div>
  )
}
