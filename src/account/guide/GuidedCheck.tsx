import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import type { Ban } from '../../../contract/outcomes.ts'
import { observeAtom, observedAtom } from '../../observations/observations.ts'
import { ViewerField } from '../../observations/ViewerField.tsx'
import { CopyLink } from '../../lib/CopyLink.tsx'
import type { ObservedAnswer } from '../../storage/records.ts'
import { BanTitle } from '../../results/BanTitle.tsx'
import { guideText } from '../../text/guide.ts'
import { text } from '../../text/ja.ts'
import { resultText } from '../../text/result.ts'
import { Button, buttonLinkClass } from '../../ui/controls.tsx'
import { PictureSwitch } from './BanGuide.tsx'
import { FriendGuide, friendUrl } from './FriendGuide.tsx'
import { enterItemsAtom, storedGuide } from './guide.ts'
import { closeGuideAtom, guideAtom, moveGuideAtom, resumeGuideAtom } from './guideAtoms.ts'
import type { Guide } from './guideAtoms.ts'
import styles from './GuidedCheck.module.css'

/** The heading of a card of the guide. It takes the focus when the card comes, so that screen readers begin here. */
export function GuideTitle({ id, children }: { id: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h2 ref={title} id={id} tabIndex={-1} className={styles['title']}>
      {children}
    </h2>
  )
}

const { see, guided, friend } = guideText

type GuideEndProps = { guide: Guide; titleId: string; onLeave: () => void }

/** What the visitor saw, all at once, and what becomes of it. */
export function GuideEnd({ guide: { name, bans }, titleId, onLeave }: GuideEndProps) {
  const getObserved = useAtomValue(observedAtom)
  const move = useSetAtom(moveGuideAtom)
  const outcome = bans.map((item) => getObserved({ name, item })?.outcome).find(Boolean)
  return (
    <>
      <p className={styles['progress']}>
        <b className="unbroken">@{name}</b>
      </p>
      <GuideTitle id={titleId}>{guided.end}</GuideTitle>
      <dl className={styles['seen']}>
        {bans.map((ban) => (
          <div key={ban} className="line between">
            <dt lang="en">{resultText.ban[ban].name}</dt>
            <dd className="bold">{wordsOf(ban, getObserved({ name, item: ban })?.answer)}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">
        <span>{guided.private}</span> <output>{outcome && see.outcome[outcome]}</output>
      </p>
      <PictureSwitch />
      <div className="cluster between">
        <Button onClick={() => move(-1)}>{guided.back}</Button>
        <Button kind="filled" onClick={onLeave}>
          {guided.close}
        </Button>
      </div>
    </>
  )
}

function wordsOf(ban: Ban, answer: keyof (typeof resultText.ban)[Ban]['answers'] | undefined): string {
  return answer ? resultText.ban[ban].answers[answer] : guided.unanswered
}

type GuideStepProps = { ban: Ban; guide: Guide; titleId: string; onLeave: () => void }

/** One item: what to look for, the link into X, and what was seen. An answer leads to the next item. */
export function GuideStep({ ban, guide: { name, bans, step }, titleId, onLeave }: GuideStepProps) {
  const move = useSetAtom(moveGuideAtom)
  return (
    <>
      <p className={`line muted small ${styles['progress']}`}>
        <b className="unbroken">@{name}</b>
        <span>{guided.progress(step + 1, bans.length)}</span>
        <progress className="progress-bar" value={step + 1} max={bans.length} aria-hidden="true" />
      </p>
      <GuideTitle id={titleId}>
        <BanTitle ban={ban} />
      </GuideTitle>
      <p>{see.lead}</p>
      <ol className={`stack gap-4 ${styles['steps']}`}>
        {resultText.ban[ban].steps(name).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <a
        className={buttonLinkClass}
        href={resultText.ban[ban].page(name)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <span>{resultText.ban[ban].link}</span>
        <span className="visually-hidden">{text.newTab}</span>
        <span aria-hidden="true">↗</span>
      </a>
      <ViewerField subject={{ name, item: ban }}>
        <Answers name={name} ban={ban} questionId={`${titleId}-question`} />
      </ViewerField>
      <p className="muted small">{guided.private}</p>
      <CopyLink
        url={friendUrl({ name, bans })}
        words={{ ...resultText.copy, done: friend.copied }}
        label={friend.action}
      />
      <div className="cluster between">
        <Button disabled={step === 0} onClick={() => move(-1)}>
          {guided.back}
        </Button>
        <Button onClick={onLeave}>{guided.leave}</Button>
      </div>
    </>
  )
}

function Answers({ name, ban, questionId }: { name: string; ban: Ban; questionId: string }) {
  const chosen = useAtomValue(observedAtom)({ name, item: ban })?.answer
  const observe = useSetAtom(observeAtom)
  const move = useSetAtom(moveGuideAtom)
  const answers = resultText.ban[ban].answers
  return (
    <div role="group" aria-labelledby={questionId} className={styles['answers']}>
      <p id={questionId} className="bold">
        {see.question}
      </p>
      {(Object.keys(answers) as ObservedAnswer[]).map((observed) => (
        <Button
          key={observed}
          aria-pressed={chosen === observed}
          onClick={() => {
            void observe({ name, item: ban }, observed)
            move(1)
          }}
        >
          {answers[observed]}
        </Button>
      ))}
    </div>
  )
}

/** The guided check of what no server can judge, an item at a time, and the steps for a friend who was asked to look. A tab that was discarded meanwhile goes on where it was. */
export function GuidedCheck() {
  const guide = useAtomValue(guideAtom)
  const resume = useSetAtom(resumeGuideAtom)
  useEffect(() => resume(storedGuide()), [resume])
  const enter = useSetAtom(enterItemsAtom)
  const name = guide?.name
  useEffect(() => void (name !== undefined && enter(name)), [enter, name])
  return (
    <>
      <FriendGuide />
      {guide?.isOpen && <GuideDialog key={name} guide={guide} />}
    </>
  )
}

function GuideDialog({ guide }: { guide: Guide }) {
  const close = useSetAtom(closeGuideAtom)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const ban = guide.bans[guide.step]
  const leave = () => dialog.current?.close()
  return (
    <dialog ref={dialog} aria-labelledby={id} className={styles['dialog']} onClose={() => close()}>
      {ban ? (
        <GuideStep key={ban} ban={ban} guide={guide} titleId={id} onLeave={leave} />
      ) : (
        <GuideEnd guide={guide} titleId={id} onLeave={leave} />
      )}
    </dialog>
  )
}
