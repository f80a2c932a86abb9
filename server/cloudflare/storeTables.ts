import { CLAIMS_TABLE, EXPIRING_TABLES, FEEDBACK_TABLES, HISTORY_TABLES, SPEND_TABLES } from '../store/sql.ts'

const SECRETS_TABLE =
  'CREATE TABLE IF NOT EXISTS secrets (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL)'

/** The tables of one object of the store. Where most rows outlive many sweeps, sweeps go by an index; where few do, its writes would cost more. */
export const TABLES = [CLAIMS_TABLE, ...SPEND_TABLES, ...HISTORY_TABLES, ...FEEDBACK_TABLES, SECRETS_TABLE]
/** Tables whose rows expire. */
export const EXPIRING = Object.values(EXPIRING_TABLES).flat()
