import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'react-router-dom'
import { createElement, useEffect, useLayoutEffect, useState } from 'react'
import { createPart } from '../../lib/loadChunk.ts'
import { flowStateAtom, rememberAtom } from '../accountAtoms.ts'
import { nameOfEntry, showAll } from './historyEntry.ts'

const answerPart = createPart(async () => (await import('./EarlierAnswer.tsx')).EarlierAnswer)

/**
 * After a reload, in a tab that had been discarded, or on the way back from another page: what the device's log holds of the name that
 * had been checked here. Shown until a check begins.
 */
export function Earlier() {
  const state = useAtomValue(flowStateAtom)
  const [name] = useState(() => (state === 'idle' && typeof history !== 'undefined' ? nameOfEntry() : null))
  const { key } = useLocation()
  const isWanted = name !== null && state === 'idle'
  useLayoutEffect(() => {
    if (!isWanted) showAll()
  }, [isWanted])
  return (
    <>
      <Remembered key={key} />
      {isWanted && <KeptAnswer name={name} />}
    </>
  )
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

/** Keeps the name of a check with every further entry on which it is shown. */
function Remembered() {
  const remember = useSetAtom(rememberAtom)
  useEffect(() => void remember(), [remember])
  return null
}
