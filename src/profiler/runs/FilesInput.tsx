import { whole } from '../model/format.ts'
import { powText } from '../../text/pow.ts'
import { Alert } from '../../ui/Notice.tsx'
import type { RefusedPart } from './readRunFile.ts'

const text = powText.runs

export function FilesInput({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <input
      type="file"
      multiple
      className="visually-hidden"
      accept="application/json,.json,.ndjson,.jsonl"
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        // Emptied at once, so that the same files can be chosen again, and never a later choice by mistake.
        target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}

const NAMED = 10

export function RefusedFiles({ refused }: { refused: readonly RefusedPart[] }) {
  if (refused.length === 0) return null
  return (
    <Alert title={text.refused(whole(refused.length))}>
      <ul>
        {refused.slice(0, NAMED).map(({ name, field }) => (
          <li key={name}>{text.refusedFile(name, field)}</li>
        ))}
      </ul>
    </Alert>
  )
}
