import { useAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useEffect, useRef } from 'react'
import styles from './PageHeading.module.css'

/** Whether a page was shown already: the first one leaves the focus to the browser. */
const shownAtom = atom(false)

/** A page's heading. A page that opens within the site begins to be read here, so it takes the focus. */
export function PageHeading({ children }: { children: string }) {
  const [shown, setShown] = useAtom(shownAtom)
  const wasShown = useRef(shown)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wasShown.current) heading.current?.focus({ preventScroll: true })
    setShown(true)
  }, [setShown])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles['heading']}>
      {children}
    </h1>
  )
}
