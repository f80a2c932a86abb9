import { text } from '../text/ja.ts'
import styles from './KeptNote.module.css'

/** How long a saved result can be seen, where the server says so. */
export function KeptNote({ days }: { days: number | undefined }) {
  return days !== undefined && <p className={styles['kept']}>{text.history.kept(days)}</p>
}
