import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { ObservationField } from '../../observations/ObservationField.tsx'
import { getObservationAtom } from '../../observations/observations.ts'
import { Paragraph, Paragraphs } from '../../text/Sentence.tsx'
import { observationText } from '../../text/observations.ts'
import { formatNearDay } from '../../text/japanese.ts'
import { postSearchText } from '../../text/postSearch.ts'
import { X_HELP_LINKS } from '../../text/result.ts'
import { LineList } from '../../ui/Card.tsx'
import { ExternalLink } from '../../ui/controls.tsx'
import type { ListedPost } from '../posts.ts'
import { rowNotes } from './evidence.ts'
import type { HandSearchLink } from './evidence.ts'
import styles from './Evidence.module.css'

type EvidenceNoteProps = { post: ListedPost; said: ReadonlySet<string>; now: number }

export function EvidenceNote({ post, said, now }: EvidenceNoteProps) {
  const sentences = rowNotes(post, said, now)
  if (sentences.length === 0) return null
  return (
    <div className="muted small">
      <Paragraphs>{sentences}</Paragraphs>
    </div>
  )
}

const words = postSearchText.causes

/** Says why X may leave posts out of its search in general, according to X's own pages. It claims nothing about the listed posts. */
export function ExclusionCauses() {
  return (
    <details className="small">
      <summary className="touchable unfolding screen-only">{words.title}</summary>
      <div className={`stack muted ${styles['steps']}`}>
        <p>{words.lead}</p>
        <LineList lines={words.list} />
        <p>{words.unknown}</p>
        {[X_HELP_LINKS.search, X_HELP_LINKS.reach].map(({ url, name }) => (
          <p key={url} className="screen-only">
            <ExternalLink href={url}>{name}</ExternalLink>
          </p>
        ))}
      </div>
    </details>
  )
}

const seeText = postSearchText.see

/** `dateId` is the id of the element with the post's date, which distinguishes the links of several posts. */
type SearchByHandProps = { link: HandSearchLink; dateId: string }

export function SearchByHand({ link, dateId }: SearchByHandProps) {
  const [open, setOpen] = useState(false)
  const subject = { name: link.name, item: link.id }
  const observed = useAtomValue(getObservationAtom)(subject)
  const { question, answers } = seeText
  return (
    <div className="small">
      {observed && observed.answer !== 'unsure' && (
        <Paragraph className="unmuted bold">
          {observationText.own(answers[observed.answer], formatNearDay(observed.at))}
        </Paragraph>
      )}
      <details
        className={`screen-only ${styles['by-hand']}`}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="touchable unfolding" aria-describedby={dateId}>
          {seeText.title}
        </summary>
        {open && (
          <div className={`stack muted ${styles['steps']}`}>
            <p>{seeText.lead}</p>
            {link.isHint && <p>{seeText.hint(link.name)}</p>}
            <p>
              <ExternalLink href={link.href} describedBy={dateId}>
                {seeText.link}
              </ExternalLink>
            </p>
            <ObservationField {...{ subject, question, answers }} />
          </div>
        )}
      </details>
    </div>
  )
}
