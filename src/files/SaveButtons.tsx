import type { CsvCell } from './csvTable.ts'
import { SaveCsvButton, SaveJsonButton } from './SaveButton.tsx'
import styles from './SaveButtons.module.css'

type SaveButtonsProps = {
  /** The files' names before the time. */
  about: string
  rows: () => CsvCell[][]
  json: () => unknown
}

/** Buttons that save the same data as CSV and as JSON. */
export function SaveButtons({ about, rows, json }: SaveButtonsProps) {
  return (
    <div className={styles['buttons']}>
      <SaveCsvButton about={about} rows={rows} />
      <SaveJsonButton about={about} json={json} />
    </div>
  )
}
