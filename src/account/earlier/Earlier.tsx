import { useAtomValue } from 'jotai'
import { createElement, useEffect, useLayoutEffect, useState } from 'react'
import { createPart } from '../../lib/loadChunk.ts'
import { flowStateAtom, restoredNameAtom } from '../accountAtoms.ts'
import { readEntry, showAll } from './historyEntry.ts'

const answerPart = createPart(async () => (await import('./EarlierAnswer.tsx')).EarlierAnswer)

/**
 * After a reload, in a tab that had been discarded, or on the way back: what the device's log holds of the name that had been checked on this
 * entry of the tab's history. Shown until a check begins.
 */
export function Earlier() {
  const state = useAtomValue(flowStateAtom)
  const name = useAtomValue(restoredNameAtom)
  const isWanted = name !== null && state === 'idle'
  useLayoutEffect(() => {
    // An entry with a name is restored within this commit.
    if (!isWanted && (state !== 'idle' || readEntry() === null)) showAll()
  }, [isWanted, state])
  return isWanted ? <KeptAnswer key={name} name={name} /> : null
}

/** Shows nothing while its code is fetched, or where that fails: then there is the name alone. */
function KeptAnswer({ name }: { name: string }) {
  const [answer, setAnswer] = useState(answerPart.loaded)
  useEffect(() => {
    const fetchIt = async () => {
      await answerPart.ahead()
      setAnswer(answerPart.loaded)
      if (!answerPart.loaded()) showAll()
    }
    void fetchIt()
    return showAll
  }, [])
  return answer ? createElement(answer, { name }) : null
}
