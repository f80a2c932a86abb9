import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { postUrlOf } from '../../contract/names.ts'
import { shownGroups } from '../../contract/outcomes.ts'
import { StateIcon } from '../results/Answer.tsx'
import { changeSentence, loggedState, lookedAt, summaryOf } from '../results/changes.ts'
import type { LoggedAccount, TimelineEntry } from '../results/changes.ts'
import { historyPath } from '../results/posts.ts'
import { banLabel, batchVerdict } from '../results/verdicts.ts'
import type { AccountObservation, LoggedBatch, PostObservation } from '../storage/records.ts'
import { observationRow } from '../storage/stores.ts'
import { Mixed, Sentence } from '../text/Sentence.tsx'
import { observationText } from '../text/observations.ts'
import { guideText } from '../text/guide.ts'
import { formatMinute } from '../text/japanese.ts'
import { logText } from '../text/log.ts'
import { postSearchText } from '../text/postSearch.ts'
import { resultText, withheldSentence } from '../text/result.ts'
import { Card } from '../ui/Card.tsx'
import { Button, Link, OutLink, buttonLinkClass } from '../ui/controls.tsx'
import { logAtoms } from './logAtoms.ts'
import styles from '../results/StoredRecords.module.css'

/** The checks of posts, newest first, each with what its result said and the way to the batch on the server. */
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

type BatchLineProps = { batch: LoggedBatch; now: number }

function BatchLine({ batch, now }: BatchLineProps) {
  const remove = useSetAtom(logAtoms.removeAtom)
  const { at, sandbox, counts, failed } = batch
  const { tone, sentence } = batchVerdict(counts, failed)
  const groups = shownGroups(counts).filter((group) => counts[group] > 0)
  const id = `batch-${at}`
  return (
    <li className={styles['record']}>
      <StateIcon tone={tone} />
      <div>
        <p id={id} className="verdict muted small">
          <Sentence>{`${formatMinute(at)}${sandbox ? `（${logText.sandbox}）` : ''}`}</Sentence>
        </p>
        <p className="verdict">
          <Sentence>{sentence}</Sentence>
        </p>
        <p className="muted small">
          {logText.batch(
            lookedAt(counts),
            groups.map((group) => `${resultText.badge[group]}${counts[group]}件`),
          )}
        </p>
        <SavedLink batch={batch} now={now} describedBy={id} />
        <Button aria-describedby={id} onClick={() => void remove({ table: 'batches', key: at, row: batch })}>
          {logText.remove}
        </Button>
      </div>
    </li>
  )
}

/** A link as long as the server keeps the batch, as far as it said. */
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

/** One account: what the visitor saw, and its checks, newest first. */
export function LogAccountCard({ name, entries, findings }: LoggedAccount) {
  return (
    <Card aria-label={`@${name}`}>
      <h2>@{name}</h2>
      {findings.map((observation) => (
        <ObservationLine key={observation.ban} observation={observation} />
      ))}
      <ol className={`stack gap-12 plain ${styles['records']}`}>
        {entries.map((entry) => (
          <CheckLine key={entry.check.at} {...entry} />
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

function CheckLine({ check, before }: TimelineEntry) {
  const remove = useSetAtom(logAtoms.removeAtom)
  const { tone, sentence, found } = summaryOf(check)
  const withheld = withheldSentence(check.withheld)
  const searchBan = loggedState(check, 'search_ban')
  const id = `check-${check.account}-${check.at}`
  return (
    <li className={styles['record']}>
      <StateIcon tone={tone} />
      <div>
        <p id={id} className="muted small">
          <Sentence>{formatMinute(check.at)}</Sentence>
          {check.sandbox && <span className="unbroken">（{logText.sandbox}）</span>}
        </p>
        <p className="verdict">
          <Sentence>{sentence}</Sentence>
        </p>
        {found && (
          <p className="muted small">
            <Sentence>{found}</Sentence>
          </p>
        )}
        {searchBan?.name === 'partly' && (
          <p className="muted small">
            <Mixed>{logText.item(resultText.ban.search_ban.name, searchBan.words)}</Mixed>
          </p>
        )}
        {withheld && <p className="muted small">{withheld}</p>}
        {check.posts && <p className="muted small">{logText.posts(lookedAt(check.posts), check.posts)}</p>}
        {check.postsMissing && <p className="muted small">{resultText.verdict.postsMissing}</p>}
        {before && (
          <p className="muted small">
            <Sentence>{changeSentence(before, check)}</Sentence>
          </p>
        )}
        <Button
          aria-describedby={id}
          onClick={() => void remove({ table: 'checks', key: [check.account, check.at], row: check })}
        >
          {logText.remove}
        </Button>
      </div>
    </li>
  )
}

function ObservationLine({ observation }: { observation: AccountObservation }) {
  const remove = useSetAtom(logAtoms.removeAtom)
  const { account, ban, answer, at } = observation
  const id = `finding-${account}-${ban}`
  return (
    <div className={`medium ${styles['finding']}`}>
      <p id={id}>
        <Sentence>
          {logText.finding(
            banLabel(ban),
            guideText.see.own(guideText.see.answers(ban)[answer], formatMinute(at)),
          )}
        </Sentence>
      </p>
      <Button
        aria-describedby={id}
        onClick={() => void remove(observationRow({ ...observation, item: ban }))}
      >
        {logText.remove}
      </Button>
    </div>
  )
}

/** What the visitor saw of single posts, newest first. */
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
  const remove = useSetAtom(logAtoms.removeAtom)
  const { id, name, answer, at } = observation
  const described = `post-finding-${id}`
  return (
    <div className={`medium ${styles['finding']}`}>
      <div id={described}>
        <p>
          <OutLink href={postUrlOf({ name, id })}>{logText.postOf(name)}</OutLink>
        </p>
        <p>
          <Sentence>{observationText.own(postSearchText.see.answers[answer], formatMinute(at))}</Sentence>
        </p>
      </div>
      <Button
        aria-describedby={described}
        onClick={() => void remove(observationRow({ ...observation, item: id }))}
      >
        {logText.remove}
      </Button>
    </div>
  )
}
