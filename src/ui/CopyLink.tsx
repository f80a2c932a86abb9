import { useId, useState } from 'react'
import { filesText } from '../text/files.ts'
import { Announcer } from './Notice.tsx'
import { Button } from './controls.tsx'

const { copy: words } = filesText

type CopyLinkProps = { url: string; label?: string; done?: string }

export function CopyLink({ url, label = words.action, done = words.done }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  const id = useId()
  const said = { done, failed: words.failed }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setOutcome('done')
    } catch {
      // The page is insecure and has no clipboard, or the permission was denied.
      setOutcome('failed')
    }
  }
  return (
    <div className="stack gap-4 medium">
      <Button wide onClick={() => void copy()}>
        {outcome === 'done' ? `✓ ${done}` : label}
      </Button>
      <Announcer>{outcome ? said[outcome] : ''}</Announcer>
      {outcome === 'failed' && (
        <>
          <label htmlFor={id} className="small">
            {words.failed}
          </label>
          <input
            id={id}
            className="text-input"
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
        </>
      )}
    </div>
  )
}
