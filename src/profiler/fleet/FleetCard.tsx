import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { csvTable, download, fileName } from '../../lib/download.ts'
import {
  powFleetText,
  powFleetText as dropZoneText,
  powFleetText as fleetCardText,
  powFleetText as fleetTableText,
} from '../../text/powParts.ts'
import { Alert } from '../../ui/Notice.tsx'
import { Button } from '../../ui/controls.tsx'
import { TIME_LIMIT } from '../difficulty/timeModel.ts'
import { ChoiceField, NumberField } from '../form/fields.tsx'
import { whole } from '../model/format.ts'
import { DIFFICULTIES } from '../model/settings.ts'
import { runsAtom } from '../runs/runs.ts'
import { WideTable } from '../summary/FigureTable.tsx'
import {
  FLEET_MAX,
  addFleetFilesAtom,
  addFleetRunsAtom,
  clearFleetAtom,
  fleetAtom,
  fleetDevicesAtom,
} from './fleet.ts'
import type { Device } from './fleet.ts'
import { acrossRows, fleetColumns, fleetRows } from './fleetRows.ts'
import styles from './FleetCard.module.css'

const text = powFleetText.across

/** Percentiles across devices at each difficulty. */
export function AcrossTable({ devices, limit }: { devices: readonly Device[]; limit: number }) {
  const [head = [], ...rows] = useMemo(() => acrossRows(devices, limit), [devices, limit])
  return (
    <>
      <h3 className="regular">{text.title}</h3>
      <WideTable
        title={text.title}
        head={head}
        rows={rows.map((cells) => ({ key: cells[0] ?? '', cells }))}
      />
      <p className="muted medium">{text.about}</p>
    </>
  )
}

/** Refused files that are named; the others are counted. */
const NAMED = 10

/** Takes files by drop or choice, and tells what came of them. */
export function DropZone() {
  const add = useSetAtom(addFleetFilesAtom)
  const [over, setOver] = useState(false)
  useEffect(keepPage, [])
  return (
    <>
      <label
        className={`file-picker ${styles['zone']}`}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void add([...event.dataTransfer.files])
        }}
      >
        <span>{dropZoneText.drop}</span>
        <input
          type="file"
          multiple
          className="visually-hidden"
          accept="application/json,.json,.ndjson,.jsonl"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            // Emptied at once, so that the same files can be chosen again.
            target.value = ''
            void add(files)
          }}
        />
      </label>
      <Outcome />
    </>
  )
}

/** A file that is dropped beside the zone would be opened in place of the page. */
function keepPage(): () => void {
  const keep = (event: Event) => event.preventDefault()
  addEventListener('dragover', keep)
  addEventListener('drop', keep)
  return () => {
    removeEventListener('dragover', keep)
    removeEventListener('drop', keep)
  }
}

function Outcome() {
  const { runs, refused, full, reading } = useAtomValue(fleetAtom)
  const devices = useAtomValue(fleetDevicesAtom)
  const counted = devices.reduce((sum, device) => sum + device.runs.length, 0)
  const read = runs.length > 0 ? dropZoneText.read(whole(devices.length), whole(counted)) : dropZoneText.empty
  return (
    <>
      <output className="muted medium">
        {reading ? dropZoneText.reading(whole(reading.done), whole(reading.all)) : read}
      </output>
      {full && <p>{dropZoneText.full(whole(FLEET_MAX))}</p>}
      {refused.length > 0 && (
        <Alert title={dropZoneText.refused(whole(refused.length))}>
          <ul>
            {refused.slice(0, NAMED).map(({ name, field }) => (
              <li key={name}>{dropZoneText.refusedFile(name, field)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

/** Every device in a row, the slowest first. */
export function FleetTable({ devices, difficulty }: { devices: readonly Device[]; difficulty: number }) {
  const columns = fleetColumns(difficulty)
  return (
    <WideTable
      title={fleetTableText.title}
      head={columns.map(({ name }) => name)}
      rows={devices.map((device) => ({ key: device.key, cells: columns.map(({ of }) => of(device)) }))}
    />
  )
}

const CHOICES = DIFFICULTIES.map((difficulty) => [String(difficulty), String(difficulty)] as const)

/** The contents of the card: a place for files, the devices, and percentiles across them. */
export function FleetCard() {
  const devices = useAtomValue(fleetDevicesAtom)
  const kept = useAtomValue(runsAtom).list
  const add = useSetAtom(addFleetRunsAtom)
  const clear = useSetAtom(clearFleetAtom)
  const [difficulty, setDifficulty] = useState('4')
  const [limit, setLimit] = useState(TIME_LIMIT.usual)
  const save = () => download(fileName('pow-fleet', Date.now(), 'csv'), csvTable(fleetRows(devices)))
  return (
    <div className="stack gap-12">
      <p className="muted medium">{fleetCardText.about}</p>
      <DropZone />
      <div className="cluster">
        <Button disabled={kept.length === 0} onClick={() => add(kept.map(({ result }) => result))}>
          {fleetCardText.add}
        </Button>
        <Button disabled={devices.length === 0} onClick={save}>
          {fleetCardText.csv}
        </Button>
        <Button disabled={devices.length === 0} onClick={() => clear()}>
          {fleetCardText.clear}
        </Button>
      </div>
      {devices.length > 0 && (
        <>
          <div className="columns gap-12 unmuted">
            <ChoiceField
              label={fleetCardText.difficulty}
              value={difficulty}
              choices={CHOICES}
              onChange={setDifficulty}
            />
            <NumberField
              {...fleetCardText.limit}
              value={limit}
              min={TIME_LIMIT.min}
              max={TIME_LIMIT.max}
              onChange={(value) => setLimit(Number(value))}
            />
          </div>
          <FleetTable devices={devices} difficulty={Number(difficulty)} />
          <AcrossTable devices={devices} limit={limit} />
        </>
      )}
    </div>
  )
}
