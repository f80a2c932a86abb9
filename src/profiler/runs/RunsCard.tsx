import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { download, fileName, jsonFile } from '../../lib/download.ts'
import { Paragraph, Sentence } from '../../text/Sentence.tsx'
import { powText } from '../../text/pow.ts'
import { Card } from '../../ui/Card.tsx'
import { Alert } from '../../ui/Notice.tsx'
import { UndoBar } from '../../ui/UndoBar.tsx'
import { Button, Link } from '../../ui/controls.tsx'
import { whole } from '../model/format.ts'
import { queryOf } from '../model/settings.ts'
import styles from './Runs.module.css'
import { runFigures, runName } from './names.ts'
import type { RefusedPart } from './readRunFile.ts'
import type { StoredRun } from './runStore.ts'
import {
  csvOf,
  importRunsAtom,
  overlayRunAtom,
  removeRunAtom,
  restoreRunAtom,
  runsAtom,
  showRunAtom,
} from './runs.ts'

const text = powText.runs

export function RunsCard() {
  const { list, storeError, removed } = useAtomValue(runsAtom)
  const restore = useSetAtom(restoreRunAtom)
  const said = removed ? text.removed(runName(removed.result)) : ''
  return (
    <Card aria-label={text.title}>
      <h2>{text.title}</h2>
      {list.length === 0 && storeError === null && <p className="muted">{text.empty}</p>}
      <output className={styles['trouble']}>{storeError !== null && text.trouble[storeError]}</output>
      {list.length > 0 && (
        <ul className="plain">
          {list.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      )}
      <UndoBar label={text.title} removed={removed} said={said} undo={() => void restore()} />
      {list.length > 1 && (
        <Button wide onClick={() => download(fileName('pow-runs', Date.now(), 'ndjson'), allOf(list))}>
          {text.all}
        </Button>
      )}
      <ImportField />
    </Card>
  )
}

function allOf(list: readonly StoredRun[]): Blob {
  const lines = list.map(({ result }) => `${JSON.stringify(result)}\n`)
  return new Blob(lines, { type: 'application/x-ndjson' })
}

function RunRow({ run: { id, imported, result } }: { run: StoredRun }) {
  const { shown, other } = useAtomValue(runsAtom)
  const show = useSetAtom(showRunAtom)
  const overlay = useSetAtom(overlayRunAtom)
  const remove = useSetAtom(removeRunAtom)
  const file = `pow-${result.environment.date.slice(0, 19).replaceAll(':', '')}`
  const about = { 'aria-describedby': `run-${id}` }
  const saveCsv = () => download(`${file}.csv`, new Blob([csvOf(result)], { type: 'text/csv' }))
  return (
    <li className={`stack medium ${styles['run']}`}>
      <p id={`run-${id}`}>
        {imported && <span className={`muted small ${styles['tag']}`}>{text.imported}</span>}
        <span className="verdict">
          <Sentence>{runName(result)}</Sentence>
        </span>
      </p>
      <Paragraph className="tabular">{runFigures(result)}</Paragraph>
      <div className="cluster">
        <Button {...about} aria-pressed={shown === id} onClick={() => show(id)}>
          {text.show}
        </Button>
        <Button
          {...about}
          aria-pressed={other === id}
          disabled={shown === id || shown === null}
          onClick={() => overlay(other === id ? null : id)}
        >
          {text.overlay}
        </Button>
        <Button {...about} onClick={() => download(`${file}.json`, jsonFile(result))}>
          {text.json}
        </Button>
        <Button {...about} onClick={saveCsv}>
          {text.csv}
        </Button>
        <Link
          {...about}
          className={`bold ${styles['again']}`}
          to={{ search: `${queryOf(result.settings)}` }}
          replace
        >
          {text.again}
        </Link>
        <Button {...about} onClick={() => void remove(id)}>
          {text.remove}
        </Button>
      </div>
    </li>
  )
}

export const RUN_FILES = {
  accept: 'application/json,text/plain,.json,.ndjson,.jsonl,.txt',
  multiple: true,
} as const

function ImportField() {
  const importRuns = useSetAtom(importRunsAtom)
  const [refused, setRefused] = useState<readonly RefusedPart[]>([])
  const read = async (files: File[]) => {
    setRefused([])
    const refused = await importRuns(files)
    // Files that were chosen earlier may finish later, so they must not clear what is shown about later ones.
    if (refused.length > 0) setRefused(refused)
  }
  return (
    <>
      <FilePicker {...RUN_FILES} className={styles['import']} onFiles={read}>
        <span>{text.import}</span>
      </FilePicker>
      <RefusedFiles refused={refused} />
    </>
  )
}

const NAMED = 10

export function RefusedFiles({ refused }: { refused: readonly RefusedPart[] }) {
  if (refused.length === 0) return null
  return (
    <Alert title={text.refused(whole(refused.length))}>
      <ul>
        {refused.slice(0, NAMED).map(({ name, field }) => (
          <li key={name}>{text.refusedFile(name, field)}</li>
        ))}
      </ul>
    </Alert>
  )
}
