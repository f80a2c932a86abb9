import { filesText } from '../text/files.ts'
import { Button } from '../ui/Button.tsx'
import { csvTable } from './csvTable.ts'
import type { CsvCell } from './csvTable.ts'
import { download, fileName, jsonFile } from './download.ts'
import styles from './SaveButtons.module.css'

type SaveButtonsProps = {
  /** The files' names before the time. */
  about: string
  /** Unix milliseconds, for the files' names; without it, the time when they are saved. */
  time?: number
  rows: () => CsvCell[][]
  json: () => unknown
}

/** Buttons that save the same data as CSV and as JSON. */
export function SaveButtons({ about, time, rows, json }: SaveButtonsProps) {
  return (
    <div className={styles['buttons']}>
      <Button wide onClick={() => download(fileName(about, time ?? Date.now(), 'csv'), csvTable(rows()))}>
        {filesText.csv}
      </Button>
      <Button wide onClick={() => download(fileName(about, time ?? Date.now(), 'json'), jsonFile(json()))}>
        {filesText.json}
      </Button>
    </div>
  )
}
