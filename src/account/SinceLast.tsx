import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { logText } from '../text/log.ts'
import { Sentence } from '../text/Sentence.tsx'
import { doneAtom } from './accountAtoms.ts'
import { keepCheckAtom, sinceLastAtom } from './sinceLastAtoms.ts'

/** Keeps the shown check in the log, and says what changed since the one before it. */
export function SinceLast() {
  const at = useAtomValue(doneAtom)?.endedAt
  const keep = useSetAtom(keepCheckAtom)
  const since = useAtomValue(sinceLastAtom)
  useEffect(() => {
    if (at !== undefined) void keep()
  }, [at, keep])
  if (!since) return null
  return (
    <>
      {since.sentence && (
        <p>
          <Sentence>{since.sentence}</Sentence>
        </p>
      )}
      {since.outcome === 'full' && <p>{logText.full}</p>}
    </>
  )
}
