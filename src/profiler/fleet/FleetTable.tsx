import { powFleetText as text } from '../../text/powFleet.ts'
import { WideTable } from '../summary/WideTable.tsx'
import type { Device } from './devicesOf.ts'
import { fleetColumns } from './fleetColumns.ts'

/** Every device in a row, the slowest first. */
export function FleetTable({ devices, difficulty }: { devices: readonly Device[]; difficulty: number }) {
  const columns = fleetColumns(difficulty)
  return (
    <WideTable
      title={text.title}
      head={columns.map(({ name }) => name)}
      rows={devices.map((device) => ({ key: device.key, cells: columns.map(({ of }) => of(device)) }))}
    />
  )
}
