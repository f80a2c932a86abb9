import type { Group } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import { Sentence } from '../text/Sentence.tsx'
import type { CommonNote } from './evidence/commonNotes.ts'
import { inOne } from './evidence/inOne.ts'
import type { Section } from './sectionsOf.ts'
import styles from './SectionNotes.module.css'

type SectionNotesProps = { notes: readonly CommonNote[]; hidden: ReadonlySet<Group>; kind: Section['kind'] }

/** What the rows of a section have in common, a line a group. */
export function SectionNotes({ notes, hidden, kind }: SectionNotesProps) {
  const isExcluded = kind === 'excluded'
  return (
    <div className={styles['notes']}>
      {notes
        .filter(({ group }) => !hidden.has(group))
        .map(({ group, sentences }) => (
          <p key={group} className={styles['note']}>
            <Sentence>
              {isExcluded
                ? inOne(sentences)
                : resultText.list.common(resultText.badge[group], inOne(sentences))}
            </Sentence>
          </p>
        ))}
    </div>
  )
}
