import { useState } from 'react'
import { filesText } from '../text/files.ts'
import { Button } from './controls.tsx'
import { useInBrowser } from './hooks.tsx'
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
  const [file, setFile] = useState<File | null>(null)
  const [said, setSaid] = useState('')
  const canShare = useInBrowser(sharesFiles)
  const save = () => {
    const made = content()
    const next = new File([made], fileName(about, time ?? Date.now(), ending), { type: made.type })
    download(next.name, next)
    setFile(next)
    setSaid(filesText.saved(next.name))
  }
  const pass = (action: (file: File) => Promise<string>) => {
    if (file) void action(file).then(setSaid, () => setSaid(filesText.passFailed))
  }
  return (
    <>
      <Button wide={!short} onClick={save}>
        {label}
      </Button>
      <SavedNote>{said}</SavedNote>
      {/* Browsers inside other apps ignore downloads without a word. */}
      {file && (
        <div className="cluster screen-only">
          <Button onClick={() => pass(copy)}>{filesText.copyFile}</Button>
          {canShare && <Button onClick={() => pass(share)}>{filesText.shareFile}</Button>}
        </div>
      )}
    </>
  )
}

async function copy(file: File): Promise<string> {
  await navigator.clipboard.writeText((await file.text()).replace(/^\uFEFF/, ''))
  return filesText.fileCopied
}

/** Says nothing if the visitor closed the share sheet. */
async function share(file: File): Promise<string> {
  try {
    await navigator.share({ files: [file] })
    return filesText.fileShared
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return ''
    throw error
  }
}

function sharesFiles(): boolean {
  const probe = new File([], 'probe.csv', { type: 'text/csv' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}
