import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useState } from 'react'
import * as v from 'valibot'
import { BANS } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import { ScreenName } from '../../../contract/wire.ts'
import { recordObservationAtom, getObservationAtom } from '../../observations/observations.ts'
import { readFromTab } from '../../lib/tabStore.ts'
import { checkStorageSwitch } from '../../storage/database.ts'
import type { ObservedAnswer } from '../../storage/records.ts'
import { BanTitle } from '../../results/BanTitle.tsx'
import { Paragraph } from '../../text/Sentence.tsx'
import { guideText } from '../../text/guide.ts'
import { formatNearDay } from '../../text/japanese.ts'
import { resultText } from '../../text/result.ts'
import { Button, IconButton, NewTabLink, filledButtonClass } from '../../ui/controls.tsx'
import { ObservationsInImageSwitch, GuideSteps } from './BanGuide.tsx'
import { GuideDialog, GuideTitle, closeDialog } from './GuideDialog.tsx'
import { CalendarButton, guideAppointment } from './Plan.tsx'
import {
  GUIDE_STORAGE_KEY,
  closeGuideAtom,
  guideAtom,
  goToGuideStepAtom,
  resumeGuideAtom,
} from './guideAtoms.ts'
import type { GuidedCheckState } from './guideAtoms.ts'
import styles from './GuidedCheck.module.css'

const { see, guided } = guideText

function GuideEnd({ guide: { name, bans } }: { guide: GuidedCheckState }) {
  const getObserved = useAtomValue(getObservationAtom)
  const goTo = useSetAtom(goToGuideStepAtom)
  const seen = bans.map((item) => ({ item, ...getObserved({ name, item }) }))
  const outcome = seen.find(({ outcome }) => outcome)?.outcome
  const isAnswered = seen.some(({ answer }) => answer)
  return (
    <>
      <p>
        <b className="unbroken">@{name}</b>
      </p>
      <GuideTitle>{guided.end}</GuideTitle>
      <dl className={styles['seen']}>
        {seen.map(({ item, answer }) => (
          <div key={item} className="line between">
            <dt lang="en">{resultText.ban[item].name}</dt>
            <dd className="bold">{answer ? resultText.ban[item].answers[answer] : guided.unanswered}</dd>
            {answer && <dd className="muted small dense">{guided.meaning[answer]}</dd>}
          </div>
        ))}
      </dl>
      {isAnswered ? <LookAgain name={name} /> : <p>{guided.none}</p>}
      <p className="muted small">
        <output>{outcome && see.outcome[outcome]}</output>
        {isAnswered && guided.private.end}
      </p>
      <ObservationsInImageSwitch />
      <div className="cluster between">
        <Button onClick={() => goTo(0)}>{guided.restart}</Button>
        <Button kind="filled" onClick={closeDialog}>
          {guided.close}
        </Button>
      </div>
    </>
  )
}

function LookAgain({ name }: { name: string }) {
  const [again] = useState(() => guideAppointment(name, Date.now()))
  return (
    <div className="stack">
      <Paragraph>{guided.next(formatNearDay(again.start))}</Paragraph>
      <CalendarButton appointment={again} wide />
    </div>
  )
}

/** Says whether the device keeps the answers, which depends on the visitor's switch of the log. */
function KeptNote() {
  const [isKept, setIsKept] = useState(true)
  useEffect(() => {
    let wanted = true
    void checkStorageSwitch.isOn().then((isOn) => wanted && setIsKept(isOn))
    return () => void (wanted = false)
  }, [])
  return <span>{isKept ? guided.private.kept : guided.private.notKept}</span>
}

function GuideStep({ ban, guide: { name, bans, step } }: { ban: Ban; guide: GuidedCheckState }) {
  const { rules, page, link } = resultText.ban[ban]
  return (
    <>
      <div className={`muted small ${styles['progress']}`}>
        <p className="line">
          <b className="unbroken">@{name}</b>
          <span>{guided.progress(step + 1, bans.length)}</span>
        </p>
        <IconButton label={guided.leave} onClick={closeDialog}>
          ✕
        </IconButton>
        <progress className="progress-bar" value={step + 1} max={bans.length} aria-hidden="true" />
      </div>
      <GuideTitle>
        <BanTitle ban={ban} />
      </GuideTitle>
      <p>{see.lead[rules]}</p>
      <GuideSteps ban={ban} name={name} />
      <NewTabLink className={filledButtonClass} href={page(name)}>
        <span>{link}</span>
        <span aria-hidden="true">↗</span>
      </NewTabLink>
      <Answers name={name} ban={ban} step={step} />
      {step === 0 && (
        <p className="muted small">
          <KeptNote />
        </p>
      )}
    </>
  )
}

function Answers({ name, ban, step }: { name: string; ban: Ban; step: number }) {
  const id = useId()
  const chosen = useAtomValue(getObservationAtom)({ name, item: ban })?.answer
  const observe = useSetAtom(recordObservationAtom)
  const goTo = useSetAtom(goToGuideStepAtom)
  const { answers, question } = resultText.ban[ban]
  return (
    <div role="group" aria-labelledby={id} className={styles['answers']}>
      <p id={id} className="bold">
        {question(name)}
      </p>
      {(Object.keys(answers) as ObservedAnswer[]).map((observed) => (
        <Button
          key={observed}
          aria-pressed={chosen === observed}
          onClick={() => {
            void observe({ name, item: ban }, observed)
            goTo(step + 1)
          }}
        >
          {answers[observed]}
        </Button>
      ))}
    </div>
  )
}

export function GuidedCheck() {
  const guide = useAtomValue(guideAtom)
  const resume = useSetAtom(resumeGuideAtom)
  const close = useSetAtom(closeGuideAtom)
  useEffect(() => resume(readStoredGuide()), [resume])
  const ban = guide?.bans[guide.step]
  if (!guide?.isOpen) return null
  return (
    <GuideDialog key={guide.name} onClose={close}>
      {ban ? <GuideStep key={ban} ban={ban} guide={guide} /> : <GuideEnd guide={guide} />}
    </GuideDialog>
  )
}

const StoredGuide = v.pipe(
  v.object({
    name: ScreenName,
    bans: v.pipe(v.array(v.picklist(BANS)), v.minLength(1)),
    step: v.pipe(v.number(), v.integer(), v.minValue(0)),
    isOpen: v.boolean(),
  }),
  v.check(({ bans, step }) => step <= bans.length, 'beyond the last item'),
  v.check(({ bans }) => new Set(bans).size === bans.length, 'an item twice'),
)

export function readStoredGuide(): GuidedCheckState | null {
  const stored = v.safeParse(StoredGuide, readFromTab(GUIDE_STORAGE_KEY))
  return stored.success ? stored.output : null
}
