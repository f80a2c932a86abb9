import { pool } from './pool.ts'

/** Starts the lanes; called on the form's first focus, never on import. */
export function warmUp(): void {
  pool()
}
