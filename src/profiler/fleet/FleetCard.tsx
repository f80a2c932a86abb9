import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { powFleetText as text } from '../../text/powFleet.ts'
import { csvTable } from '../../files/csvTable.ts'
import { download, fileName } from '../../files/download.ts'
import { Button } from '../../ui/Button.tsx'
import { TIME_LIMIT } from '../difficulty/timeLimit.ts'
import { ChoiceField } from '../form/ChoiceField.tsx'
import { NumberField } from '../form/NumberField.tsx'
import field from '../form/RunForm.module.css'
import { DIFFICULTIES } from '../model/settings.ts'
import { runsAtom } from '../runs/runsAtoms.ts'
import { AcrossTable } from './AcrossTable.tsx'
import { DropZone } from './DropZone.tsx'
import styles from './Fleet.module.css'
import { addFleetRunsAtom, clearFleetAtom, fleetDevicesAtom } from './fleetAtoms.ts'
import { fleetRows } from './fleetColumns.ts'
import { FleetTable } from './FleetTable.tsx'

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
    <div className={styles['fleet']}>
      <p className={styles['muted']}>{text.about}</p>
      <DropZone />
      <div className={styles['actions']}>
        <Button disabled={kept.length === 0} onClick={() => add(kept.map(({ result }) => result))}>
          {text.add}
        </Button>
        <Button disabled={devices.length === 0} onClick={save}>
          {text.csv}
        </Button>
        <Button disabled={devices.length === 0} onClick={() => clear()}>
          {text.clear}
        </Button>
      </div>
      {devices.length > 0 && (
        <>
          <div className={field['fields']}>
            <ChoiceField
              label={text.difficulty}
              value={difficulty}
              choices={CHOICES}
              onChange={setDifficulty}
            />
            <NumberField
              {...text.limit}
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
