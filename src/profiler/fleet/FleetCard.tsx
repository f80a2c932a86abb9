import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { FilePicker, useFileDrop } from '../../ui/FilePicker.tsx'
import { csvBlob, timestampedFileName } from '../../lib/download.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { powFleetText as text } from '../../text/powParts.ts'
import { useSavedFile } from '../../ui/SaveButtons.tsx'
import { UndoBar } from '../../ui/UndoBar.tsx'
import { Button } from '../../ui/controls.tsx'
import { TIME_LIMIT_RANGE_MS, DEFAULT_TIME_LIMIT_MS } from '../difficulty/timeModel.ts'
import { ChoiceField, NumberField } from '../form/fields.tsx'
import { formatWhole } from '../model/format.ts'
import { SELECTABLE_DIFFICULTIES } from '../model/settings.ts'
import { RUN_FILES, RefusedFiles } from '../runs/RunsCard.tsx'
import { runsAtom } from '../runs/runs.ts'
import { sum } from '../stats/sample.ts'
import { DataTable } from '../summary/FigureTable.tsx'
import {
  FLEET_RUNS_MAX,
  addFleetFilesAtom,
  addFleetRunsAtom,
  clearFleetAtom,
  lastClearedRunsAtom,
  fleetStateAtom,
  fleetDevicesAtom,
  restoreFleetAtom,
} from './fleet.ts'
import type { FleetDevice } from './fleet.ts'
import { percentileRows, fleetColumns, fleetRows } from './fleetRows.ts'
import styles from './FleetCard.module.css'

const CHOICES = SELECTABLE_DIFFICULTIES.map((difficulty) => [String(difficulty), String(difficulty)] as const)

function Tables({ devices }: { devices: readonly FleetDevice[] }) {
  const [difficulty, setDifficulty] = useState('4')
  const [limit, setLimit] = useState(DEFAULT_TIME_LIMIT_MS)
  const columns = fleetColumns(Number(difficulty))
  const [head = [], ...rows] = percentileRows(devices, limit)
  return (
    <>
      <div className="columns gap-12 unmuted">
        <ChoiceField label={text.difficulty} value={difficulty} choices={CHOICES} onChange={setDifficulty} />
        <NumberField {...text.limit} {...TIME_LIMIT_RANGE_MS} value={limit} onChange={setLimit} />
      </div>
      <DataTable
        title={text.title}
        wide
        className={styles['devices']}
        head={columns.map(({ name }) => name)}
        rows={devices.map((device) => ({ key: device.key, cells: columns.map(({ of }) => of(device)) }))}
      />
      <h3 className="medium unmuted">{text.across.title}</h3>
      <DataTable
        title={text.across.title}
        wide
        head={head}
        rows={rows.map((cells) => ({ key: cells[0] ?? '', cells }))}
      />
      <p className="muted medium">{text.across.about}</p>
    </>
  )
}

export function FleetCard() {
  const { runs, refused, full, reading } = useAtomValue(fleetStateAtom)
  const cleared = useAtomValue(lastClearedRunsAtom)
  const devices = useAtomValue(fleetDevicesAtom)
  const kept = useAtomValue(runsAtom).list
  const addFiles = useSetAtom(addFleetFilesAtom)
  const add = useSetAtom(addFleetRunsAtom)
  const clear = useSetAtom(clearFleetAtom)
  const restore = useSetAtom(restoreFleetAtom)
  useFileDrop(addFiles)
  const { save, saved } = useSavedFile()
  const saveFleet = () =>
    save(timestampedFileName('pow-fleet', Date.now(), 'csv'), csvBlob(fleetRows(devices)))
  const counted = sum(devices.map((device) => device.runs.length))
  const read = runs.length > 0 ? text.read(formatWhole(devices.length), formatWhole(counted)) : text.empty
  return (
    <div className="stack gap-12">
      <p className="muted medium">{text.about}</p>
      <FilePicker {...RUN_FILES} className={`screen-only ${styles['zone']}`} onFiles={addFiles}>
        <Sentence>{text.drop}</Sentence>
      </FilePicker>
      <output className="muted medium">
        {reading ? text.reading(formatWhole(reading.done), formatWhole(reading.all)) : read}
      </output>
      {full && <p>{text.full(formatWhole(FLEET_RUNS_MAX))}</p>}
      <RefusedFiles refused={refused} />
      <div className={`cluster ${styles['actions']}`}>
        <Button disabled={kept.length === 0} onClick={() => add(kept.map(({ result }) => result))}>
          {text.add}
        </Button>
        <Button disabled={devices.length === 0} onClick={saveFleet}>
          {text.csv}
        </Button>
        <Button disabled={devices.length === 0} onClick={() => clear()}>
          {text.clear}
        </Button>
      </div>
      {saved}
      <UndoBar label={text.title} removed={cleared} said={text.cleared} undo={() => void restore()} />
      {devices.length > 0 && <Tables devices={devices} />}
    </div>
  )
}
