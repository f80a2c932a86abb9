import { useAtomValue, useSetAtom } from 'jotai'
import { useId } from 'react'
import type { Ban } from '../../../contract/bans.ts'
import { SIGHTINGS } from '../../log/store/Finding.ts'
import { guideText } from '../../text/guide.ts'
import { answerAtom, ownFindingsAtom } from './findingAtoms.ts'
import styles from './SightingField.module.css'

const words = guideText.see

/** What the visitor saw: one of three answers, which can be changed. */
export function SightingField({ ban }: { ban: Ban }) {
  const finding = useAtomValue(ownFindingsAtom)[ban]
  const answer = useSetAtom(answerAtom)
  const id = useId()
  return (
    <fieldset className={styles['field']} aria-describedby={`${id}-about`}>
      <legend>{words.question}</legend>
      <div className={styles['answers']}>
        {SIGHTINGS.map((sighting) => (
          <label key={sighting} className={styles['answer']}>
            <input
              type="radio"
              name={`${id}-answer`}
              checked={finding?.answer === sighting}
              onChange={() => void answer(ban, sighting)}
            />
            {words.answers(ban)[sighting]}
          </label>
        ))}
      </div>
      <p id={`${id}-about`} className={styles['about']}>
        {words.private} <output>{finding?.outcome && words.outcome[finding.outcome]}</output>
      </p>
    </fieldset>
  )
}
