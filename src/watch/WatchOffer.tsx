import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { askCapabilitiesAtom, capabilitiesAtom } from '../check/capabilities.tsx'
import { Paragraph } from '../text/Sentence.tsx'
import { formatNearDay } from '../text/japanese.ts'
import { watchText } from '../text/watch.ts'
import { Button } from '../ui/controls.tsx'
import { beginWatchAtom, endWatchAtom, loadWatchesAtom, watchOfAtom } from './watchAtoms.ts'
import type { KeptCheck } from './watchAtoms.ts'
import styles from './WatchOffer.module.css'

/** Offers to watch the search ban that a check found, and says what this device can do for that. Draws nothing if the server offers no watches. */
export function WatchOffer(check: KeptCheck) {
  const days = useAtomValue(capabilitiesAtom)?.watchDays
  const state = useAtomValue(watchOfAtom)(check.name)
  const askCapabilities = useSetAtom(askCapabilitiesAtom)
  const load = useSetAtom(loadWatchesAtom)
  const begin = useSetAtom(beginWatchAtom)
  const end = useSetAtom(endWatchAtom)
  const isAsked = days !== undefined
  useEffect(() => {
    if (!isAsked) void askCapabilities()
    void load()
  }, [isAsked, askCapabilities, load])
  if (days === undefined || !state) return null
  const { ability, watch, failure } = state
  return (
    <div className={`stack gap-4 ${styles['offer']}`}>
      {watch ? (
        <Button onClick={() => void end(check.name)}>{watchText.stop}</Button>
      ) : (
        <Button onClick={() => void begin(check, days)}>{watchText.offer}</Button>
      )}
      <output className="medium">
        {watch && watchText.active(watch.name, formatNearDay(watch.until))}
        {failure && watchText.failed[failure]}
      </output>
      <Paragraph className="muted small">{watchText.ability[ability](days)}</Paragraph>
    </div>
  )
}
