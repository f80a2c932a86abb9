import { useId, useState } from 'react'
import { filesText } from '../text/files.ts'
import { Announcer } from './Notice.tsx'
import { Button } from './controls.tsx'

const { copy } = filesText

type CopyButtonProps = { words: string; label?: string; done?: string }

/** Copies a text, by default a link; where the browser refuses, shows it in a field. */
export function CopyButton({ words, label = copy.action, done = copy.done }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  const id = useId()
  const said = { done, failed: copy.failed }
  const write = async () => {
    try {
      await navigator.clipboard.writeText(words)
      setOutcome('done')
    } catch {
      // The page is insecure and has no clipboard, or the permission was denied.
      setOutcome('failed')
    }
  }
  return (
    <div className="stack gap-4 medium">
      <Button wide onClick={() => void write()}>
        {outcome === 'done' ? `✓ ${done}` : label}
      </Button>
      <Announcer>{outcome ? said[outcome] : ''}</Announcer>
      {outcome === 'failed' && (
        <>
          <label htmlFor={id} className="small">
            {copy.failed}
          </label>
          <input
            id={id}
            className="text-input"
            readOnly
            value={words}
            onFocus={(event) => event.target.select()}
          />
        </>
      )}
    </div>
  )
}
