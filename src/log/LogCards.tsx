import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { postUrlOf } from '../../contract/names.ts'
import { shownGroups } from '../../contract/outcomes.ts'
import { StateIcon } from '../results/Answer.tsx'
import { RemoveButton } from '../results/StoredRecords.tsx'
import { changeSentence, loggedState, lookedAt, summaryOf } from '../results/changes.ts'
import type { LoggedAccount, TimelineEntry } from '../results/changes.ts'
import { historyPath } from '../results/posts.ts'
import { banLabel, batchVerdict } from '../results/verdicts.ts'
import type { AccountObservation, LoggedBatch, PostObservation } from '../storage/records.ts'
import { observationRow } from '../storage/stores.ts'
import type { RowToRemove } from '../storage/stores.ts'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { observationText } from '../text/observations.ts'
import { guideText } from '../text/guide.ts'
import { formatMinute, shortTime } from '../text/japanese.ts'
import { logText } from '../text/log.ts'
import { postSearchText } from '../text/postSearch.ts'
import { resultText, withheldSentence } from '../text/result.ts'
import { Card, Disclosure } from '../ui/Card.tsx'
import { Link, OutLink, buttonLinkClass } from '../ui/controls.tsx'
import type { Tone } from '../ui/controls.tsx'
import { logAtoms } from './logAtoms.ts'
import styles from '../results/StoredRecords.module.css'

/** The checks of posts, newest first. */
export function BatchesCard({ batches }: { batches: readonly LoggedBatch[] }) {
  const [now] = useState(() => Date.now())
  if (batches.length === 0) return null
  return (
    <Card aria-label={logText.batches}>
      <h2>{logText.batches}</h2>
      <ol className={`stack gap-12 plain ${styles['records']}`}>
        {batches.map((batch) => (
          <BatchLine key={batch.at} batch={batch} now={now} />
        ))}
      </ol>
    </Card>
  )
}

type RecordProps = {
  id: string
  tone: Tone
  at: number
  now: number
  sentence: string
  details: readonly string[]
  onRemove: () => void
  children?: ReactNode
}

/** A check in one line, and the rest once it is opened. */
function RecordItem({ id, tone, at, now, sentence, details, onRemove, children }: RecordProps) {
  const line = (
    <span className={`line between ${styles['head']}`}>
      <Sentence>{sentence}</Sentence>
      <span id={id} className="muted small">
        <Sentence>{shortTime(at, now)}</Sentence>
      </span>
    </span>
  )
  return (
    <li className={styles['record']}>
      <StateIcon tone={tone} />
      <div>
        {details.length === 0 ? (
          <p className={`verdict ${styles['alone']}`}>{line}</p>
        ) : (
          <Disclosure summary={line}>
            <div className="small">
              {details.map((detail) => (
                <Paragraph key={detail}>{detail}</Paragraph>
              ))}
            </div>
          </Disclosure>
        )}
        {children}
      </div>
      <RemoveButton describedBy={id} onClick={onRemove} />
    </li>
  )
}

type BatchLineProps = { batch: LoggedBatch; now: number }

function BatchLine({ batch, now }: BatchLineProps) {
  const remove = useSetAtom(logAtoms.removeAtom)
  const { at, sandbox, counts, failed } = batch
  const groups = shownGroups(counts).filter((group) => counts[group] > 0)
  const id = `batch-${at}`
  return (
    <RecordItem
      {...{ id, at, now, ...batchVerdict(counts, failed) }}
      details={[
        logText.batch(
          lookedAt(counts),
          groups.map((group) => `${resultText.badge[group]}${counts[group]}件`),
        ),
        ...(sandbox ? [logText.sandbox] : []),
      ]}
      onRemove={() => void remove({ table: 'batches', key: at, row: batch })}
    >
      <SavedLink batch={batch} now={now} describedBy={id} />
    </RecordItem>
  )
}

/** A link as long as the server keeps the batch. */
function SavedLink({ batch, now, describedBy }: BatchLineProps & { describedBy: string }) {
  const { sessionId, keptUntil, savedRows } = batch
  if (!sessionId) return null
  if (keptUntil !== null && keptUntil < now) {
    return <p className="muted small">{logText.batchGone}</p>
  }
  return (
    <>
      {savedRows !== null && <p className="muted small">{resultText.postsVerdict.savedRows(savedRows)}</p>}
      <p>
        <Link to={historyPath(sessionId)} className="touchable" aria-describedby={describedBy}>
          {logText.openBatch}
        </Link>
      </p>
    </>
  )
}

export function LogAccountCard({ name, entries, findings }: LoggedAccount) {
  const [now] = useState(() => Date.now())
  return (
    <Card aria-label={`@${name}`}>
      <h2 className={styles['name']}>@{name}</h2>
      {findings.map((observation) => (
        <ObservationLine key={observation.ban} observation={observation} />
      ))}
      <ol className={`stack gap-12 plain ${styles['records']}`}>
        {entries.map((entry) => (
          <CheckLine key={entry.check.at} {...entry} now={now} />
        ))}
      </ol>
      <Link
        to={{ pathname: '/', search: `?screen_name=${name}` }}
        state={{ checked: name, isWanted: true }}
        className={buttonLinkClass}
      >
        {logText.check}
      </Link>
    </Card>
  )
}

function CheckLine({ check, before, now }: TimelineEntry & { now: number }) {
  const remove = useSetAtom(logAtoms.removeAtom)
  const { tone, sentence, found } = summaryOf(check)
  const searchBan = loggedState(check, 'search_ban')
  return (
    <RecordItem
      {...{ id: `check-${check.account}-${check.at}`, at: check.at, now, tone, sentence }}
      details={[
        found,
        searchBan?.name === 'partly' && logText.item(resultText.ban.search_ban.name, searchBan.words),
        withheldSentence(check.withheld),
        check.posts && logText.posts(lookedAt(check.posts), check.posts),
        check.postsMissing && resultText.verdict.postsMissing,
        check.sandbox && logText.sandbox,
      ].filter((detail) => typeof detail === 'string')}
      onRemove={() => void remove({ table: 'checks', key: [check.account, check.at], row: check })}
    >
      {before && <Paragraph className="muted small">{changeSentence(before, check)}</Paragraph>}
    </RecordItem>
  )
}

/** `children` have the id, and say what was seen. */
type ObservationProps = { id: string; row: RowToRemove; children: ReactNode }

function ObservationItem({ id, row, children }: ObservationProps) {
  const remove = useSetAtom(logAtoms.removeAtom)
  return (
    <div className={`medium ${styles['finding']}`}>
      {children}
      <RemoveButton describedBy={id} onClick={() => void remove(row)} />
    </div>
  )
}

function ObservationLine({ observation }: { observation: AccountObservation }) {
  const { account, ban, answer, at } = observation
  const id = `finding-${account}-${ban}`
  const own = guideText.see.own(resultText.ban[ban].answers[answer], formatMinute(at))
  return (
    <ObservationItem id={id} row={observationRow({ ...observation, item: ban })}>
      <p id={id}>
        <Sentence>{logText.finding(banLabel(ban), own)}</Sentence>
      </p>
    </ObservationItem>
  )
}

export function PostObservationsCard({ findings }: { findings: readonly PostObservation[] }) {
  if (findings.length === 0) return null
  return (
    <Card aria-label={logText.postFindings}>
      <h2>{logText.postFindings}</h2>
      {findings.map((observation) => (
        <PostObservationLine key={observation.id} observation={observation} />
      ))}
    </Card>
  )
}

function PostObservationLine({ observation }: { observation: PostObservation }) {
  const { id, name, answer, at } = observation
  const described = `post-finding-${id}`
  return (
    <ObservationItem id={described} row={observationRow({ ...observation, item: id })}>
      <div id={described}>
        <p>
          <OutLink href={postUrlOf({ name, id })}>{logText.postOf(name)}</OutLink>
        </p>
        <Paragraph>{observationText.own(postSearchText.see.answers[answer], formatMinute(at))}</Paragraph>
      </div>
    </ObservationItem>
  )
}
