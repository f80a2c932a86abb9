import { useEffect, useState } from 'react'
import { Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import styles from './StageProgress.module.css'

/** From so many seconds on, a check takes longer than most … */
const LONG = 12
/** … and longer than a visitor waits without knowing what to do. */
const TOO_LONG = 25

/** How long a check has been running, and what to make of it when that is long. */
export function Waiting() {
  const seconds = useSeconds()
  return (
    <>
      <p className={styles['elapsed']}>{seconds > 0 && text.progress.elapsed(seconds)}</p>
      {/* There from the start, so that screen readers announce what is put into it. */}
      <p role="status" className={styles['long']}>
        {seconds >= LONG && (
          <Sentence>{seconds < TOO_LONG ? text.progress.long : text.progress.tooLong}</Sentence>
        )}
      </p>
    </>
  )
}

/** Whole seconds since the component was put on the page. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const startedAt = performance.now()
    const timer = setInterval(() => setSeconds(Math.round((performance.now() - startedAt) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
