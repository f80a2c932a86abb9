import type { DBSchema } from 'idb'
import { createDatabase } from '../lib/database.ts'

/** The runs that `/pow` measured on this device, and those read from files. Values are `unknown` until a schema has read them. */
interface Measurements extends DBSchema {
  runs: { key: string; value: unknown }
  imports: { key: string; value: unknown }
}

export const MEASUREMENT_TABLES = ['runs', 'imports'] as const

export const withMeasurements = createDatabase<Measurements>({
  name: 'pow',
  version: 1,
  upgrade(database) {
    for (const table of MEASUREMENT_TABLES) database.createObjectStore(table, { keyPath: 'id' })
  },
})
