import { TRIES_MAX } from './Store.ts'

/** SQL for claims and spending, for every store on SQLite. */
export const CLAIMS_TABLE = `CREATE TABLE IF NOT EXISTS claims
  (id TEXT PRIMARY KEY, question TEXT NOT NULL, tries INTEGER NOT NULL, state TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID`
export const SPEND_TABLE =
  'CREATE TABLE IF NOT EXISTS spend (day TEXT PRIMARY KEY, micros INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID'

/** Id, question, expiry. No row: the proof is spent. */
export const CLAIM = `
  INSERT INTO claims (id, question, tries, state, expires) VALUES (?1, ?2, 1, 'held', ?3)
  ON CONFLICT (id) DO UPDATE SET
    tries = tries + (state = 'open'), state = CASE state WHEN 'left' THEN 'back' ELSE 'held' END
    WHERE question = ?2 AND (state = 'left' OR (state = 'open' AND tries < ${TRIES_MAX}))
  RETURNING state`
/** Id, tries to take off, next state. */
export const RELEASE = "UPDATE claims SET tries = tries - ?2, state = ?3 WHERE id = ?1 AND state = 'held'"

/** Day, millionths of a dollar, limit, expiry. No row: the limit would be exceeded. */
export const RESERVE_SPEND = `
  INSERT INTO spend (day, micros, expires) SELECT ?1, ?2, ?4 WHERE ?2 <= ?3
  ON CONFLICT (day) DO UPDATE SET micros = micros + ?2 WHERE micros + ?2 <= ?3
  RETURNING micros`
export const RETURN_SPEND = 'UPDATE spend SET micros = max(0, micros - ?2) WHERE day = ?1'
export const SPENT_ON = 'SELECT micros FROM spend WHERE day = ?'
