import { useId, useState } from 'react'
import { Announcer } from '../ui/Notice.tsx'
import { Button } from '../ui/controls.tsx'

type CopyLinkProps = {
  url: string
  words: { action: string; done: string; failed: string }
  label?: string
}

export function CopyLink({ url, words, label = words.action }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  const id = useId()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setOutcome('done')
    } catch {
      // An insecure page, which has no clipboard, or no permission.
      setOutcome('failed')
    }
  }
  return (
    <div className="stack gap-4 regular">
      <Button wide onClick={() => void copy()}>
        {outcome === 'done' ? `✓ ${words.done}` : label}
      </Button>
      <Announcer>{outcome ? words[outcome] : ''}</Announcer>
      {outcome === 'failed' && (
        <>
          <label htmlFor={id} className="small">
            {words.failed}
          </label>
          <input
            id={id}
            className="text-input small"
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
        </>
      )}
    </div>
  )
}
