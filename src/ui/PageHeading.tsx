import { useAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useEffect, useLayoutEffect, useRef } from 'react'
import styles from './PageHeading.module.css'

/** Whether a page was shown before: on the first one the focus is left to the browser. */
const shownAtom = atom(false)

/**
 * A page's heading. It takes the focus after navigation within the site, so that screen readers begin here, and does so before the paint,
 * so that it takes it from nobody who touches what is painted. `lang` is set where it is not Japanese.
 */
export function PageHeading({ children, lang }: { children: string; lang?: string }) {
  const [shown, setShown] = useAtom(shownAtom)
  const wasShown = useRef(shown)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (wasShown.current) heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => setShown(true), [setShown])
  return (
    <h1 ref={heading} tabIndex={-1} lang={lang} className={styles['heading']}>
      {children}
    </h1>
  )
}
