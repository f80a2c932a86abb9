import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { FilePicker, useFileDrop } from '../../ui/FilePicker.tsx'
import { lazyComponent } from '../../ui/Lazy.tsx'
import { lazyModule } from '../../lib/loadChunk.ts'
import { powText } from '../../text/pow.ts'
import { QuietRow } from '../../ui/ActionRow.tsx'
import { Card } from '../../ui/Card.tsx'
import { Alert } from '../../ui/Notice.tsx'
import { UndoBar } from '../../ui/UndoBar.tsx'
import { formatWhole } from '../model/format.ts'
import styles from './Runs.module.css'
import { runName } from './names.ts'
import type { ReadProgress, RefusedPart } from './readRunFile.ts'
import { IMPORTED_RUNS_MAX, importRunsAtom, lastRemovedRunAtom, restoreRunAtom, runsAtom } from './runs.ts'
import type { Imported } from './runs.ts'

const text = powText.runs

const listModule = lazyModule(() => import('./RunList.tsx'))
const RunList = lazyComponent(listModule, (module) => module.RunList)
const SaveAllButtons = lazyComponent(listModule, (module) => module.SaveAllRunsButtons)

/** The id of the heading, which takes the focus when a run is to be compared. */
export const RUNS_ID = 'runs'

export function RunsCard() {
  const { list, storeError } = useAtomValue(runsAtom)
  const removed = useAtomValue(lastRemovedRunAtom)
  const restore = useSetAtom(restoreRunAtom)
  const said = removed ? text.removed(runName(removed.result)) : ''
  return (
    <Card className="screen-only">
      <h2 id={RUNS_ID} tabIndex={-1}>
        {text.title}
      </h2>
      {list.length === 0 && storeError === null && <p className="muted">{text.empty}</p>}
      <output className={styles['store-error']}>{storeError !== null && text.trouble[storeError]}</output>
      {list.length > 0 && <RunList />}
      <UndoBar label={text.title} removed={removed} said={said} undo={() => void restore()} />
      <ImportField>{list.length > 1 && <SaveAllButtons />}</ImportField>
    </Card>
  )
}

const NOTHING: Imported = { refused: [], full: false }

/** The field stands at the end of the row of `children`. */
function ImportField({ children }: { children: ReactNode }) {
  const importRuns = useSetAtom(importRunsAtom)
  const [reading, setReading] = useState<ReadProgress | null>(null)
  const [{ refused, full }, setImported] = useState(NOTHING)
  const read = useCallback(
    async (files: File[]) => {
      setImported(NOTHING)
      const imported = await importRuns({ files, report: setReading })
      setReading(null)
      // Files that were chosen earlier may finish later, so they must not clear what is shown about later ones.
      if (imported.refused.length > 0 || imported.full) setImported(imported)
    },
    [importRuns],
  )
  useFileDrop(read)
  return (
    <>
      <QuietRow>
        {children}
        <FilePicker accept="application/json,text/plain,.json,.ndjson,.jsonl,.txt" multiple onFiles={read}>
          <span>{text.import}</span>
        </FilePicker>
      </QuietRow>
      <output className="muted small">
        {reading && text.reading(formatWhole(reading.done), formatWhole(reading.all))}
      </output>
      {full && <p>{text.full(formatWhole(IMPORTED_RUNS_MAX))}</p>}
      <RefusedFiles refused={refused} />
    </>
  )
}

const NAMED_FILES_MAX = 10

function RefusedFiles({ refused }: { refused: readonly RefusedPart[] }) {
  if (refused.length === 0) return null
  return (
    <Alert title={text.refused(formatWhole(refused.length))}>
      <ul>
        {refused.slice(0, NAMED_FILES_MAX).map(({ name, field }) => (
          <li key={name}>{text.refusedFile(name, field)}</li>
        ))}
      </ul>
    </Alert>
  )
}
