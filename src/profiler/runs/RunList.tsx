import { useAtomValue, useSetAtom } from 'jotai'
import { csvBlob, timestampedFileName, jsonBlob } from '../../lib/download.ts'
import { Paragraph, Sentence } from '../../text/Sentence.tsx'
import { powText } from '../../text/pow.ts'
import { useSavedFile } from '../../ui/SaveButtons.tsx'
import { ActionRow } from '../../ui/ActionRow.tsx'
import { Button, Link } from '../../ui/controls.tsx'
import { formatFigure, formatShort } from '../model/format.ts'
import { settingsToQuery } from '../model/settings.ts'
import { DataTable } from '../summary/FigureTable.tsx'
import { measuredTimePercentile } from '../summary/estimates.ts'
import styles from './Runs.module.css'
import { deviceCsvRows, summariseDevices, toDeviceRun } from './devices.ts'
import { configurationNames, engineRate, runNameParts } from './names.ts'
import type { StoredRun } from './runStore.ts'
import { runningStateAtom } from '../run/runAtoms.ts'
import { runToCsv, setOtherRunAtom, removeRunAtom, runsAtom, selectRunAtom } from './runs.ts'

const text = powText.runs

/** All runs, of this device and of files. One of them is shown, and another one may be compared with it. */
export function RunList() {
  const { list, shown, other } = useAtomValue(runsAtom)
  const hasImported = list.some(({ imported }) => imported)
  const tagsOf = ({ id, imported, result }: StoredRun) => [
    ...(result.others.length > 0 ? [text.valuesOf(configurationNames(result.settings)[0] ?? '')] : []),
    ...(hasImported && !imported ? [text.own] : []),
    ...(other !== null && [shown, other].includes(id) ? [text.compared] : []),
    ...(other === null && shown === id ? [text.shown] : []),
  ]
  // Settings that several runs have in common are named once, above them.
  const [settings, ...others] = new Set(list.map(({ result }) => runNameParts(result).settings))
  const isCommon = list.length > 1 && others.length === 0
  // The result names those of the shown run.
  const saysSettings = (id: string) => !isCommon && !(list.length === 1 && id === shown)
  return (
    <>
      <Paragraph className="muted small by-phrase">{isCommon && settings}</Paragraph>
      <DataTable
        title={text.title}
        wide
        className={styles['runs']}
        head={Object.values(text.columns)}
        rows={list.map((run) => ({
          key: run.id,
          cells: runCells(run, tagsOf(run), saysSettings(run.id)),
        }))}
      />
    </>
  )
}

function runCells(run: StoredRun, tags: readonly string[], saysSettings: boolean) {
  const { id, result } = run
  const { device, time, settings } = runNameParts(result)
  const [rate, p95] = [engineRate(result), measuredTimePercentile(result.trials, 0.95)]
  return [
    <div key="name" id={`run-${id}`}>
      <b>
        <Sentence>{`${device}・`}</Sentence>
      </b>
      <span className="unbroken">{time}</span>{' '}
      {tags.map((tag) => (
        <span key={tag} className={`muted small unbroken ${styles['tag']}`}>
          {tag}
        </span>
      ))}
      {saysSettings && (
        <small className="muted by-phrase">
          <Sentence>{settings}</Sentence>
        </small>
      )}
    </div>,
    rate === null ? text.none : text.rate(formatShort(rate)),
    p95 === null ? text.none : text.time(formatFigure(p95)),
    <RunActions key="actions" run={run} />,
  ]
}

export function SaveAllRunsButtons() {
  const { list } = useAtomValue(runsAtom)
  const { save, saved } = useSavedFile()
  const saveDevices = () => {
    const devices = summariseDevices(list.map(({ result }) => toDeviceRun(result)))
    save(timestampedFileName('pow-devices', Date.now(), 'csv'), csvBlob(deviceCsvRows(devices)))
  }
  return (
    <>
      <Button onClick={() => save(timestampedFileName('pow-runs', Date.now(), 'ndjson'), toJsonFile(list))}>
        {text.all}
      </Button>
      <Button onClick={saveDevices}>{text.devices}</Button>
      {saved}
    </>
  )
}

function toJsonFile(list: readonly StoredRun[]): Blob {
  const lines = list.map(({ result }) => `${JSON.stringify(result)}\n`)
  return new Blob(lines, { type: 'application/x-ndjson' })
}

function RunActions({ run: { id, result } }: { run: StoredRun }) {
  const { shown, other } = useAtomValue(runsAtom)
  // Results are shown once the run has ended.
  const isRunning = useAtomValue(runningStateAtom) !== null
  const show = useSetAtom(selectRunAtom)
  const compare = useSetAtom(setOtherRunAtom)
  const remove = useSetAtom(removeRunAtom)
  const fileName = (ending: string) => timestampedFileName('pow', Date.parse(result.environment.date), ending)
  const nameId = `run-${id}`
  const about = { 'aria-describedby': nameId }
  const { save, saved } = useSavedFile()
  return (
    <ActionRow
      describedBy={nameId}
      actions={
        shown !== id && (
          <>
            <Button {...about} disabled={isRunning} onClick={() => show(id)}>
              {text.show}
            </Button>
            {other !== id && (
              <Button {...about} disabled={isRunning || shown === null} onClick={() => compare(id)}>
                {text.compare}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={`cluster ${styles['actions']}`}>
        <Link
          {...about}
          className={`bold ${styles['again']}`}
          to={{ search: `${settingsToQuery(result.settings, result.environment.label)}` }}
          replace
        >
          {text.again}
        </Link>
        <Button {...about} onClick={() => save(fileName('json'), jsonBlob(result))}>
          {text.json}
        </Button>
        <Button
          {...about}
          onClick={() => save(fileName('csv'), new Blob([runToCsv(result)], { type: 'text/csv' }))}
        >
          {text.csv}
        </Button>
        <Button {...about} onClick={() => void remove(id)}>
          {text.remove}
        </Button>
      </div>
      {saved}
    </ActionRow>
  )
}
