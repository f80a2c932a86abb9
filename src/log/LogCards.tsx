import { useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { toPostUrl } from '../../contract/names.ts'
import { BANS, groupsToShow, totalOfGroups } from '../../contract/outcomes.ts'
import { historyPath } from '../config.ts'
import { StateIcon } from '../results/Answer.tsx'
import { RemoveButton, RemoveLink } from '../results/StoredRecords.tsx'
import { accountVerdict, foundBans } from '../results/accountVerdict.ts'
import { changeSentence } from '../results/changes.ts'
import type { StoredAccount, TimelineEntry } from '../results/changes.ts'
import { doubtIn, factSentences } from '../results/checkFacts.ts'
import { unjudgedLine } from '../results/itemEvidence.ts'
import { banLabel, batchVerdict } from '../results/verdicts.ts'
import { isBanObservation, optionsOfStoredCheck } from '../storage/records.ts'
import type { Observation, StoredBatch } from '../storage/records.ts'
import { methodLine } from '../results/method.ts'
import { Paragraph, Paragraphs, Sentence } from '../text/Sentence.tsx'
import { observationText } from '../text/observations.ts'
import { formatNearDay, formatShortTime } from '../text/japanese.ts'
import { logText } from '../text/log.ts'
import { OBSERVED_ANSWER_TEXTS } from '../text/bans.ts'
import { resultText } from '../text/result.ts'
import { Card, CardHeading, Disclosure } from '../ui/Card.tsx'
import { Link, ExternalLink } from '../ui/controls.tsx'
import type { Tone } from '../lib/tones.ts'
import { CheckTimelineStrip } from './CheckStrip.tsx'
import { storedLogAtoms } from './logAtoms.ts'
import styles from '../results/StoredRecords.module.css'

export function BatchesCard({ batches }: { batches: readonly StoredBatch[] }) {
  if (batches.length === 0) return null
  return (
    <Card aria-label={logText.batches}>
      <h2>{logText.batches}</h2>
      <ol className={`stack gap-12 plain ${styles['records']}`}>
        {batches.map((batch) => (
          <BatchLine key={batch.at} batch={batch} />
        ))}
      </ol>
    </Card>
  )
}

type RecordProps = {
  id: string
  tone: Tone
  at: number
  sentence: string
  details: readonly string[]
  onRemove: () => void
  children?: ReactNode
}

function RecordItem({ id, tone, at, sentence, details, onRemove, children }: RecordProps) {
  const [now] = useState(() => Date.now())
  const line = (
    <span className={`line between ${styles['head']}`}>
      <Sentence>{sentence}</Sentence>
      <span id={id} className="muted small">
        <Sentence>{formatShortTime(at, now)}</Sentence>
      </span>
    </span>
  )
  return (
    <li className={styles['record']}>
      <StateIcon tone={tone} />
      <div>
        <Disclosure summary={line}>
          <div className="small">
            <Paragraphs>{details}</Paragraphs>
          </div>
          <p>
            <RemoveLink describedBy={id} onClick={onRemove} />
          </p>
        </Disclosure>
        {children}
      </div>
    </li>
  )
}

function BatchLine({ batch }: { batch: StoredBatch }) {
  const remove = useSetAtom(storedLogAtoms.removeAtom)
  const { at, sandbox, counts, failed, withheld } = batch
  const groups = groupsToShow(counts).filter((group) => counts[group] > 0)
  const id = `batch-${at}`
  return (
    <RecordItem
      {...{ id, at, ...batchVerdict(counts, failed, withheld) }}
      details={[
        logText.batch(
          totalOfGroups(counts),
          groups.map((group) => `${resultText.badge[group]}${counts[group]}件`),
        ),
        ...(batch.method && !sandbox ? [methodLine(batch.method, at) ?? ''] : []),
        ...(sandbox ? [logText.sandbox] : []),
      ]}
      onRemove={() => void remove({ table: 'batches', key: at })}
    >
      <SavedLink batch={batch} describedBy={id} />
    </RecordItem>
  )
}

function SavedLink({ batch, describedBy }: { batch: StoredBatch; describedBy: string }) {
  const [now] = useState(() => Date.now())
  const { sessionId, keptUntil } = batch
  if (!sessionId) return null
  if (keptUntil !== null && keptUntil < now) return <p className="muted small">{logText.batchGone}</p>
  return (
    <>
      <p>
        <Link to={historyPath(sessionId)} className="touchable" aria-describedby={describedBy}>
          {logText.openBatch}
        </Link>
      </p>
    </>
  )
}

/** An account with at least this many checks shows the latest few; the others are folded, because the dots above them show their states. */
const FOLDED_FROM = 10
const LATEST = 3

export function LogAccountCard({ name, entries, observations }: StoredAccount) {
  const last = entries[0]?.check
  const asked = last ? optionsOfStoredCheck(last) : { screenName: name, posts: true, reposts: true }
  const id = useId()
  const items = entries.map((entry) => <CheckLine key={entry.check.at} {...entry} />)
  const latest = items.length < FOLDED_FROM ? items : items.slice(0, LATEST)
  const older = items.slice(latest.length)
  return (
    <Card aria-label={`@${name}`}>
      <div className={`line between ${styles['title']}`}>
        <h2 id={id} className={styles['name']}>
          @{name}
        </h2>
        <Link
          to={{ pathname: '/', search: `?screen_name=${name}` }}
          state={{ check: asked }}
          className="small touchable screen-only"
          aria-describedby={id}
        >
          {logText.check}
        </Link>
      </div>
      <CheckTimelineStrip checks={entries.map(({ check }) => check)} />
      {observations.map((observation) => {
        const { item, answer, at, viewer } = observation
        const words = resultText.ban[item].answers[answer]
        const own = observationText.own(words, formatNearDay(at), viewer)
        return (
          <ObservationItem key={item} observation={observation}>
            <Paragraph>{logText.observation(banLabel(item), own)}</Paragraph>
          </ObservationItem>
        )
      })}
      <ol className={`stack gap-12 plain ${styles['records']}`}>{latest}</ol>
      {older.length > 0 && (
        <Disclosure summary={logText.older(older.length)}>
          <ol className={`stack gap-12 plain unmuted ${styles['records']}`}>{older}</ol>
        </Disclosure>
      )}
    </Card>
  )
}

function CheckLine({ check, before }: TimelineEntry) {
  const remove = useSetAtom(storedLogAtoms.removeAtom)
  const { tone, sentence } = accountVerdict(check)
  const found = foundBans(check)
  const unjudged = BANS.flatMap((ban) => {
    const why = unjudgedLine(check, ban)
    return why === null ? [] : [logText.item(resultText.ban[ban].name, why)]
  })
  return (
    <RecordItem
      {...{ id: `check-${check.account}-${check.at}`, at: check.at, tone, sentence }}
      details={[
        ...(found.length > 0 ? [logText.found(found.map(banLabel))] : []),
        ...unjudged,
        ...factSentences(check, 'log'),
        ...(check.sandbox ? [logText.sandbox] : []),
      ]}
      onRemove={() => void remove({ table: 'checks', key: [check.account, check.at] })}
    >
      <Paragraph className="small by-phrase">{doubtIn(check)}</Paragraph>
      <Paragraph className="muted small">{before && changeSentence(before, check)}</Paragraph>
    </RecordItem>
  )
}

type ObservationProps = { observation: Observation; children: ReactNode }

function ObservationItem({ observation, children }: ObservationProps) {
  const remove = useSetAtom(storedLogAtoms.removeAtom)
  const id = useId()
  return (
    <div className={`medium ${styles['observation']}`}>
      <div id={id}>{children}</div>
      <RemoveButton
        describedBy={id}
        onClick={() => void remove({ table: 'observations', key: observation.about })}
      />
    </div>
  )
}

export function PostObservationsCard({ observations }: { observations: readonly Observation[] }) {
  const ofPosts = observations.filter((observation) => !isBanObservation(observation))
  if (ofPosts.length === 0) return null
  return (
    <Card aria-label={logText.postObservations}>
      <CardHeading>{logText.postObservations}</CardHeading>
      {ofPosts.map((observation) => {
        const { item: id, name, answer, at } = observation
        const own = observationText.own(OBSERVED_ANSWER_TEXTS[answer], formatNearDay(at))
        return (
          <ObservationItem key={id} observation={observation}>
            <p>
              <ExternalLink href={toPostUrl({ name, id })}>{logText.postOf(name)}</ExternalLink>
            </p>
            <Paragraph>{own}</Paragraph>
          </ObservationItem>
        )
      })}
    </Card>
  )
}
