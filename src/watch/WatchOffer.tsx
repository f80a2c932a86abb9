import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { loadCapabilitiesAtom, capabilitiesAtom } from '../check/capabilities.tsx'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { formatNearDay } from '../text/japanese.ts'
import { watchText } from '../text/watch.ts'
import { Button } from '../ui/controls.tsx'
import { beginWatchAtom, endWatchAtom, loadWatchesAtom, getWatchAtom } from './watchAtoms.ts'
import type { StoredCheckRef } from './watch.ts'
import styles from './WatchOffer.module.css'

/** Offers to watch the search ban or the excluded posts that a check found, and says what this device can do for that. Draws nothing if the server offers no such watches. */
export function WatchOffer(check: StoredCheckRef) {
  const capabilities = useAtomValue(capabilitiesAtom)
  const state = useAtomValue(getWatchAtom)(check)
  const askCapabilities = useSetAtom(loadCapabilitiesAtom)
  const load = useSetAtom(loadWatchesAtom)
  const begin = useSetAtom(beginWatchAtom)
  const end = useSetAtom(endWatchAtom)
  const isAsked = capabilities?.watchDays !== undefined
  useEffect(() => {
    if (!isAsked) void askCapabilities()
    void load()
  }, [isAsked, askCapabilities, load])
  const days = capabilities?.watchDays
  const kind = check.name === null ? 'posts' : 'account'
  if (days === undefined || !state || (kind === 'posts' && capabilities?.posts !== 'search')) return null
  const { ability, watch, failure } = state
  const refusal = failure && (failure === 'none' ? watchText.none[kind] : watchText.failed[failure])
  const words = watch ? watchText.active(watch, formatNearDay(watch.until)) : refusal
  return (
    <div className={`stack gap-4 screen-only ${styles['offer']}`}>
      {watch ? (
        <Button onClick={() => void end(check)}>{watchText.stop}</Button>
      ) : (
        <Button onClick={() => void begin(check, days)}>{watchText.offer}</Button>
      )}
      <output className="medium">{words && <Sentence>{words}</Sentence>}</output>
      <Paragraph className="muted small">{watchText.ability[ability](days, kind)}</Paragraph>
    </div>
  )
}
