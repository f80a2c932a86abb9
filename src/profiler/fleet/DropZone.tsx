import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { powFleetText as text } from '../../text/powFleet.ts'
import { Alert } from '../../ui/Alert.tsx'
import { whole } from '../model/format.ts'
import styles from './Fleet.module.css'
import { addFleetFilesAtom, FLEET_MAX, fleetAtom, fleetDevicesAtom } from './fleetAtoms.ts'

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
        className={styles['zone']}
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
        <span>{text.drop}</span>
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
  const read = runs.length > 0 ? text.read(whole(devices.length), whole(counted)) : text.empty
  return (
    <>
      <output className={styles['muted']}>
        {reading ? text.reading(whole(reading.done), whole(reading.all)) : read}
      </output>
      {full && <p>{text.full(whole(FLEET_MAX))}</p>}
      {refused.length > 0 && (
        <Alert title={text.refused(whole(refused.length))}>
          <ul className={styles['refused']}>
            {refused.slice(0, NAMED).map(({ name, field }) => (
              <li key={name}>{text.refusedFile(name, field)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}
