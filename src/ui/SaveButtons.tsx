import { useState } from 'react'
import { filesText } from '../text/files.ts'
import { Button } from './controls.tsx'
import { csvBlob, downloadBlob, timestampedFileName, jsonBlob } from '../lib/download.ts'
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

/**
 * Saves files. `saved` says so, and offers to copy or share the last file, because browsers inside other apps (LINE, Instagram) ignore
 * downloads without a word. Place it below the buttons that save.
 */
export function useSavedFile() {
  const [file, setFile] = useState<File | null>(null)
  const [said, setSaid] = useState('')
  const save = (name: string, content: Blob, words: string = filesText.saved(name)) => {
    const { type } = content
    downloadBlob(name, content)
    setFile(new File([content], name, { type }))
    setSaid(words)
  }
  const pass = (action: (file: File) => Promise<string>) => {
    if (file) void action(file).then(setSaid, () => setSaid(filesText.passFailed))
  }
  const saved = (
    <>
      <SavedNote>{said}</SavedNote>
      {file && (
        <div className="cluster screen-only">
          {canCopy(file) && <Button onClick={() => pass(copyFile)}>{filesText.copyFile}</Button>}
          {canShareFile(file) && <Button onClick={() => pass(shareFile)}>{filesText.shareFile}</Button>}
        </div>
      )}
    </>
  )
  return { save, saved }
}

/** The file's name is `about` with a time in Unix milliseconds, by default that of saving. `short` buttons stand in a row. */
type SaveButtonProps = { about: string; time?: number; short?: boolean }

export function SaveCsvButton({ rows, ...given }: SaveButtonProps & { rows: () => CsvCell[][] }) {
  return <SaveButton label={filesText.csv} ending="csv" content={() => csvBlob(rows())} {...given} />
}

export function SaveJsonButton({ json, ...given }: SaveButtonProps & { json: () => unknown }) {
  return <SaveButton label={filesText.json} ending="json" content={() => jsonBlob(json())} {...given} />
}

type AnySaveProps = SaveButtonProps & { label: string; ending: string; content: () => Blob }

function SaveButton({ about, time, short = false, label, ending, content }: AnySaveProps) {
  const { save, saved } = useSavedFile()
  return (
    <>
      <Button
        wide={!short}
        onClick={() => save(timestampedFileName(about, time ?? Date.now(), ending), content())}
      >
        {label}
      </Button>
      {saved}
    </>
  )
}

/** Firefox 102 cannot copy pictures. */
function canCopy({ type }: File): boolean {
  return !isPicture(type) || typeof ClipboardItem !== 'undefined'
}

const isPicture = (type: string) => type.startsWith('image/')

async function copyFile(file: File): Promise<string> {
  if (isPicture(file.type)) await navigator.clipboard.write([new ClipboardItem({ [file.type]: file })])
  else await navigator.clipboard.writeText((await file.text()).replace(/^\uFEFF/, ''))
  return filesText.fileCopied
}

/** Browsers share only some types of files: Chromium takes CSV files and pictures, but no JSON and no calendars. */
export function canShareFile(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })
}

/** Returns what to say; nothing if the visitor closed the share sheet. `words` is sent with the file if the device can send both. */
export async function shareFile(file: File, words?: string): Promise<string> {
  const both = { files: [file], ...(words !== undefined && { text: words }) }
  try {
    await navigator.share(navigator.canShare(both) ? both : { files: [file] })
    return filesText.fileShared
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return ''
    throw error
  }
}
