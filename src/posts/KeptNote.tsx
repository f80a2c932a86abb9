import { text } from '../text/ja.ts'
import styles from './KeptNote.module.css'

/** For how many days a saved result can be seen, if the server tells. */
export function KeptNote({ days }: { days: number | undefined }) {
  return days !== undefined && <p className={styles['kept']}>{text.history.kept(days)}</p>
}
