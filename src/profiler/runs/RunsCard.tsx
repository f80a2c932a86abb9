import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { download, jsonFile } from '../../lib/download.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { powText } from '../../text/pow.ts'
import { Card } from '../../ui/Card.tsx'
import { Alert } from '../../ui/Notice.tsx'
import { Button, Link } from '../../ui/controls.tsx'
import { queryOf } from '../model/settings.ts'
import styles from './Runs.module.css'
import { runName } from './names.ts'
import type { RefusedFile } from './readRunFile.ts'
import type { StoredRun } from './runStore.ts'
import {
  csvOf,
  importRunAtom,
  overlayRunAtom,
  removeRunAtom,
  restoreRunAtom,
  runsAtom,
  showRunAtom,
} from './runs.ts'

const text = powText.runs

/** The runs that the device keeps, to show, compare, export and delete, and a field to import others. */
export function RunsCard() {
  const { list, trouble } = useAtomValue(runsAtom)
  return (
    <Card aria-label={text.title}>
      <h2>{text.title}</h2>
      {list.length === 0 && trouble === null && <p className="muted">{text.empty}</p>}
      <output className={styles['trouble']}>{trouble !== null && text.trouble[trouble]}</output>
      {list.length > 0 && (
        <ul className="plain">
          {list.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      )}
      <Removed />
      <ImportField />
    </Card>
  )
}

function RunRow({ run }: { run: StoredRun }) {
  const { shown, other } = useAtomValue(runsAtom)
  const show = useSetAtom(showRunAtom)
  const overlay = useSetAtom(overlayRunAtom)
  const remove = useSetAtom(removeRunAtom)
  const name = runName(run.result)
  const file = `pow-${run.result.environment.date.slice(0, 19).replaceAll(':', '')}`
  const about = { 'aria-describedby': `run-${run.id}` }
  return (
    <li className={`stack medium ${styles['run']}`}>
      <p id={`run-${run.id}`}>
        {run.imported && <span className={`muted small ${styles['tag']}`}>{text.imported}</span>}
        <span className="verdict">
          <Sentence>{name}</Sentence>
        </span>
      </p>
      <div className="cluster">
        <Button {...about} aria-pressed={shown === run.id} onClick={() => show(run.id)}>
          {text.show}
        </Button>
        <Button
          {...about}
          aria-pressed={other === run.id}
          disabled={shown === run.id || shown === null}
          onClick={() => overlay(other === run.id ? null : run.id)}
        >
          {text.overlay}
        </Button>
        <Button {...about} onClick={() => download(`${file}.json`, jsonFile(run.result))}>
          {text.json}
        </Button>
        <Button
          {...about}
          onClick={() => download(`${file}.csv`, new Blob([csvOf(run.result)], { type: 'text/csv' }))}
        >
          {text.csv}
        </Button>
        <Link
          {...about}
          className={`bold ${styles['again']}`}
          to={{ search: queryOf(run.result.settings).toString() }}
          replace
        >
          {text.again}
        </Link>
        <Button {...about} onClick={() => void remove(run.id)}>
          {text.remove}
        </Button>
      </div>
    </li>
  )
}

/** Undoes the last deletion. It takes the focus from the row that is gone. */
function Removed() {
  const { removed } = useAtomValue(runsAtom)
  const restore = useSetAtom(restoreRunAtom)
  return (
    <div className={`line between medium ${styles['removed']}`} data-shown={removed !== null}>
      <output>{removed && text.removed(runName(removed.result))}</output>
      {removed && (
        <Button key={removed.id} ref={(button) => button?.focus()} onClick={() => void restore()}>
          {text.undo}
        </Button>
      )}
    </div>
  )
}

function ImportField() {
  const importRun = useSetAtom(importRunAtom)
  const [refused, setRefused] = useState<RefusedFile | null>(null)
  return (
    <>
      <label className={`file-picker ${styles['import']}`}>
        <span>{text.import}</span>
        <input
          type="file"
          className="visually-hidden"
          accept="application/json,.json"
          onChange={async ({ target }) => {
            const [file] = target.files ?? []
            // Emptied at once, so that the same file can be chosen again, and never a later choice by mistake.
            target.value = ''
            if (!file) return
            setRefused(null)
            const refused = await importRun(file)
            // An earlier file may end after a later one: it takes nothing back that is said of that.
            if (refused) setRefused(refused)
          }}
        />
      </label>
      {refused && (
        <Alert title={text.importFailed}>
          <p>{refused.field === null ? text.importHint : text.importField(refused.field)}</p>
        </Alert>
      )}
    </>
  )
}
