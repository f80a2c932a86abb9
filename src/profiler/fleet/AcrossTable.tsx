import { useMemo } from 'react'
import { powFleetText } from '../../text/powFleet.ts'
import { WideTable } from '../summary/WideTable.tsx'
import { acrossRows } from './acrossRows.ts'
import type { Device } from './devicesOf.ts'
import styles from './Fleet.module.css'

const text = powFleetText.across

/** Percentiles across devices at each difficulty. */
export function AcrossTable({ devices, limit }: { devices: readonly Device[]; limit: number }) {
  const [head = [], ...rows] = useMemo(() => acrossRows(devices, limit), [devices, limit])
  return (
    <>
      <h3 className={styles['subtitle']}>{text.title}</h3>
      <WideTable
        title={text.title}
        head={head}
        rows={rows.map((cells) => ({ key: cells[0] ?? '', cells }))}
      />
      <p className={styles['muted']}>{text.about}</p>
    </>
  )
}
