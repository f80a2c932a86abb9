import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { lazyComponent } from '../../ui/Lazy.tsx'
import { lazyModule } from '../../lib/loadChunk.ts'
import { powText } from '../../text/pow.ts'
import { Card } from '../../ui/Card.tsx'
import { Alert } from '../../ui/Notice.tsx'
import { UndoBar } from '../../ui/UndoBar.tsx'
import { formatWhole } from '../model/format.ts'
import styles from './Runs.module.css'
import { runName } from './names.ts'
import type { RefusedPart } from './readRunFile.ts'
import { importRunsAtom, lastRemovedRunAtom, restoreRunAtom, runsAtom } from './runs.ts'

const text = powText.runs

const listModule = lazyModule(() => import('./RunList.tsx'))
const RunList = lazyComponent(listModule, (module) => module.RunList)
const SaveAllButton = lazyComponent(listModule, (module) => module.SaveAllRunsButton)

export function RunsCard() {
  const { list, storeError } = useAtomValue(runsAtom)
  const removed = useAtomValue(lastRemovedRunAtom)
  const restore = useSetAtom(restoreRunAtom)
  const said = removed ? text.removed(runName(removed.result)) : ''
  return (
    <Card aria-label={text.title} className="screen-only">
      <h2>{text.title}</h2>
      {list.length === 0 && storeError === null && <p className="muted">{text.empty}</p>}
      <output className={styles['store-error']}>{storeError !== null && text.trouble[storeError]}</output>
      {list.length > 0 && <RunList />}
      <UndoBar label={text.title} removed={removed} said={said} undo={() => void restore()} />
      {list.length > 1 && <SaveAllButton />}
      <ImportField />
    </Card>
  )
}

export const RUN_FILES = {
  accept: 'application/json,text/plain,.json,.ndjson,.jsonl,.txt',
  multiple: true,
} as const

function ImportField() {
  const importRuns = useSetAtom(importRunsAtom)
  const [refused, setRefused] = useState<readonly RefusedPart[]>([])
  const read = async (files: File[]) => {
    setRefused([])
    const refused = await importRuns(files)
    // Files that were chosen earlier may finish later, so they must not clear what is shown about later ones.
    if (refused.length > 0) setRefused(refused)
  }
  return (
    <>
      <FilePicker {...RUN_FILES} className={styles['import']} onFiles={read}>
        <span>{text.import}</span>
      </FilePicker>
      <RefusedFiles refused={refused} />
    </>
  )
}

const NAMED_FILES_MAX = 10

export function RefusedFiles({ refused }: { refused: readonly RefusedPart[] }) {
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
