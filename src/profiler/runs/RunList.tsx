import { useAtomValue, useSetAtom } from 'jotai'
import { timestampedFileName, jsonBlob } from '../../lib/download.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { powText } from '../../text/pow.ts'
import { useSavedFile } from '../../ui/SaveButtons.tsx'
import { Button, Link } from '../../ui/controls.tsx'
import { formatFigure, formatShort } from '../model/format.ts'
import type { RunResult } from '../model/result.ts'
import { settingsToQuery } from '../model/settings.ts'
import { measuredTimePercentile } from '../summary/estimates.ts'
import styles from './Runs.module.css'
import { engineRate, runNameParts } from './names.ts'
import type { StoredRun } from './runStore.ts'
import { runToCsv, setOtherRunAtom, removeRunAtom, runsAtom, selectRunAtom } from './runs.ts'

const text = powText.runs

export function RunList() {
  const { list } = useAtomValue(runsAtom)
  return (
    <ul className="plain">
      {list.map((run) => (
        <RunRow key={run.id} run={run} />
      ))}
    </ul>
  )
}

export function SaveAllRunsButton() {
  const { list } = useAtomValue(runsAtom)
  const { save, saved } = useSavedFile()
  return (
    <>
      <Button
        wide
        onClick={() => save(timestampedFileName('pow-runs', Date.now(), 'ndjson'), toJsonFile(list))}
      >
        {text.all}
      </Button>
      {saved}
    </>
  )
}

function toJsonFile(list: readonly StoredRun[]): Blob {
  const lines = list.map(({ result }) => `${JSON.stringify(result)}\n`)
  return new Blob(lines, { type: 'application/x-ndjson' })
}

function RunRow({ run: { id, imported, result } }: { run: StoredRun }) {
  const { shown, other } = useAtomValue(runsAtom)
  const show = useSetAtom(selectRunAtom)
  const overlay = useSetAtom(setOtherRunAtom)
  const remove = useSetAtom(removeRunAtom)
  const file = `pow-${result.environment.date.slice(0, 19).replaceAll(':', '')}`
  const about = { 'aria-describedby': `run-${id}` }
  const { save, saved } = useSavedFile()
  const [name, settings] = runNameParts(result)
  return (
    <li className={`stack medium ${styles['run']}`}>
      <p id={`run-${id}`}>
        {imported && <span className={`muted small ${styles['tag']}`}>{text.imported}</span>}
        <span className="bold by-phrase">
          <Sentence>{name}</Sentence>
        </span>
        <small className="muted small by-phrase">
          <Sentence>{settings}</Sentence>
        </small>
      </p>
      <RunFigures result={result} />
      <div className={`cluster ${styles['actions']}`}>
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
        <Link
          {...about}
          className={`bold ${styles['again']}`}
          to={{ search: `${settingsToQuery(result.settings)}` }}
          replace
        >
          {text.again}
        </Link>
        <Button {...about} onClick={() => save(`${file}.json`, jsonBlob(result))}>
          {text.json}
        </Button>
        <Button
          {...about}
          onClick={() => save(`${file}.csv`, new Blob([runToCsv(result)], { type: 'text/csv' }))}
        >
          {text.csv}
        </Button>
        <Button {...about} onClick={() => void remove(id)}>
          {text.remove}
        </Button>
      </div>
      {saved}
    </li>
  )
}

/** Shows the main figures of a run, each whole on its line; nothing if it has none. */
function RunFigures({ result }: { result: RunResult }) {
  const rate = engineRate(result)
  if (rate === null) return null
  const p95 = measuredTimePercentile(result.trials, 0.95)
  return (
    <p className="line tabular">
      <Sentence>{text.rate(formatShort(rate))}</Sentence>
      {p95 !== null && <Sentence>{text.within(powText.result.time(formatFigure(p95)))}</Sentence>}
    </p>
  )
}
