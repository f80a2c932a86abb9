import { useAtomValue } from 'jotai'
import { createElement, useEffect, useLayoutEffect, useState } from 'react'
import { lazyModule } from '../../lib/loadChunk.ts'
import { flowStateAtom, restoredNameAtom } from '../accountAtoms.ts'
import { readEntry, revealContent } from './historyEntry.ts'

const answerModule = lazyModule(async () => (await import('./RestoredResult.tsx')).RestoredResult)

/** After a reload, a discarded tab or on the way back: what the device's log holds of the name that was checked on this entry of the tab's history. */
export function Restored() {
  const state = useAtomValue(flowStateAtom)
  const name = useAtomValue(restoredNameAtom)
  const isWanted = name !== null && state === 'idle'
  useLayoutEffect(() => {
    // An entry with a name is restored within this commit.
    if (!isWanted && (state !== 'idle' || readEntry() === null)) revealContent()
  }, [isWanted, state])
  return isWanted ? <LoadedResult key={name} name={name} /> : null
}

function LoadedResult({ name }: { name: string }) {
  const [answer, setAnswer] = useState(answerModule.loaded)
  useEffect(() => {
    const fetchIt = async () => {
      await answerModule.prefetch()
      setAnswer(answerModule.loaded)
      if (!answerModule.loaded()) revealContent()
    }
    void fetchIt()
    return revealContent
  }, [])
  return answer ? createElement(answer, { name }) : null
}
