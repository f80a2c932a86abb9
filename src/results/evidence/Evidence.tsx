import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Statement } from '../../../contract/feedback.ts'
import { AnswerOffer, useTicket } from '../../findings/AnswerOffer.tsx'
import { SightingField } from '../../findings/SightingField.tsx'
import { answerPostAtom, postFindingsAtom } from '../../findings/findings.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { sightingText } from '../../text/findings.ts'
import { formatDay } from '../../text/japanese.ts'
import { postSearchText } from '../../text/postSearch.ts'
import { xHelp } from '../../text/result.ts'
import { OutLink } from '../../ui/controls.tsx'
import type { ListedPost } from '../posts.ts'
import { rowNotes } from './evidence.ts'
import type { SearchLink } from '../../findings/findings.ts'
import styles from './Evidence.module.css'

type EvidenceNoteProps = { post: ListedPost; said: ReadonlySet<string>; now: number }

/** What a post's verdict rests on, or why it has none, as far as that is not `said` above the list. */
export function EvidenceNote({ post, said, now }: EvidenceNoteProps) {
  const sentences = rowNotes(post, said, now)
  if (sentences.length === 0) return null
  return (
    <div className="muted small">
      {sentences.map((sentence) => (
        <p key={sentence}>
          <Sentence>{sentence}</Sentence>
        </p>
      ))}
    </div>
  )
}

const words = postSearchText.causes

/** Why X may leave posts out of its search, as its own pages say, without a claim about these posts. */
export function ExclusionCauses() {
  return (
    <details className="small">
      <summary className="touchable unfolding screen-only">{words.title}</summary>
      <div className={`stack muted ${styles['steps']}`}>
        <p>{words.lead}</p>
        <ul>
          {words.list.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
        <p>{words.unknown}</p>
        {[xHelp.search, xHelp.reach].map(({ url, name }) => (
          <p key={url}>
            <OutLink href={url}>{name}</OutLink>
          </p>
        ))}
      </div>
    </details>
  )
}

const searchByHandWords = postSearchText.see

/** `stated` is the verdict on the post, where there is one. */
type SearchByHandProps = { link: SearchLink; stated: Statement | null }

/** A way to look for one post in X's own search, and what the visitor saw there. */
export function SearchByHand({ link, stated }: SearchByHandProps) {
  const [open, setOpen] = useState(false)
  const finding = useAtomValue(postFindingsAtom).get(link.id)
  return (
    <div className="small">
      {finding && (
        <p className="unmuted bold">
          <Sentence>
            {sightingText.own(searchByHandWords.answers[finding.answer], formatDay(finding.at))}
          </Sentence>
        </p>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="touchable unfolding screen-only">{searchByHandWords.title}</summary>
        {open && <Steps link={link} stated={stated} />}
      </details>
    </div>
  )
}

function Steps({ link, stated }: SearchByHandProps) {
  const finding = useAtomValue(postFindingsAtom).get(link.id)
  const answer = useSetAtom(answerPostAtom)
  return (
    <div className={`stack muted ${styles['steps']}`}>
      <p>{searchByHandWords.lead}</p>
      {link.isHint && <p>{searchByHandWords.hint(link.name)}</p>}
      <p>
        <OutLink href={link.href}>{searchByHandWords.link}</OutLink>
      </p>
      <SightingField
        question={searchByHandWords.question}
        answers={searchByHandWords.answers}
        chosen={finding?.answer}
        outcome={finding?.outcome}
        about={useTicket(stated) ? sightingText.unsent : undefined}
        onChoose={(sighting) => void answer(link, sighting)}
      />
      <AnswerOffer stated={stated} finding={finding} />
    </div>
  )
}
