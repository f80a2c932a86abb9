import { TRIES_MAX } from './Store.ts'

/** SQL for claims, for every store on SQLite. The state of a claim that is held names its holder. */
export const CLAIMS_TABLE = `CREATE TABLE IF NOT EXISTS claims
  (id TEXT PRIMARY KEY, question TEXT NOT NULL, tries INTEGER NOT NULL, state TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID`
export const heldBy = (holder: string) => `held ${holder}`

/** Id, question, expiry, state of this holder. No row: the proof is spent. */
export const CLAIM = `
  INSERT INTO claims (id, question, tries, state, expires) VALUES (?1, ?2, 1, ?4, ?3)
  ON CONFLICT (id) DO UPDATE SET
    tries = tries + (state = 'open'), state = CASE state WHEN 'left' THEN 'back' ELSE ?4 END
    WHERE question = ?2 AND (state = 'left' OR (state = 'open' AND tries < ${TRIES_MAX}))
  RETURNING state`
/** Id, tries to take off, next state, state of this holder. */
export const RELEASE = 'UPDATE claims SET tries = tries - ?2, state = ?3 WHERE id = ?1 AND state = ?4'
