import { useState } from 'react'
import { filesText } from '../text/files.ts'
import { Button } from './controls.tsx'
import { csvTable, download, fileName, jsonFile } from '../lib/download.ts'
import type { CsvCell } from '../lib/download.ts'
import styles from './SaveButtons.module.css'

/** Says below its button that a file was handed to the browser or shared. It is on the page before it speaks, so that it is announced. */
export function SavedNote({ children }: { children: string }) {
  return (
    <output className={`muted small screen-only ${styles['note']}`} data-said={children !== ''}>
      {children}
    </output>
  )
}

/** The file's name is `about` with a time in Unix milliseconds, by default that of saving. `short` buttons stand in a row. */
type SaveButtonProps = { about: string; time?: number; short?: boolean }

export function SaveCsvButton({ rows, ...given }: SaveButtonProps & { rows: () => CsvCell[][] }) {
  return <SaveButton label={filesText.csv} ending="csv" content={() => csvTable(rows())} {...given} />
}

export function SaveJsonButton({ json, ...given }: SaveButtonProps & { json: () => unknown }) {
  return <SaveButton label={filesText.json} ending="json" content={() => jsonFile(json())} {...given} />
}

type AnySaveProps = SaveButtonProps & { label: string; ending: string; content: () => Blob }

function SaveButton({ about, time, short = false, label, ending, content }: AnySaveProps) {
  const [saved, setSaved] = useState('')
  const save = () => {
    const name = fileName(about, time ?? Date.now(), ending)
    download(name, content())
    setSaved(filesText.saved(name))
  }
  return (
    <>
      <Button wide={!short} onClick={save}>
        {label}
      </Button>
      <SavedNote>{saved}</SavedNote>
    </>
  )
}
