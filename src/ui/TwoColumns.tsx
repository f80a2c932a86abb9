import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import styles from './TwoColumns.module.css'

/** Space above a sticky column in pixels. The style sheet uses the same value. */
const MARGIN_PX = 16

/** Sets `data-sticky` to true while the element fits into the window. When it no longer fits, the page scrolls so that the element does not jump. */
function useSticky(wanted: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!wanted || !element || typeof ResizeObserver === 'undefined') return undefined
    const follow = () => {
      const fits = element.offsetHeight + 2 * MARGIN_PX <= innerHeight
      if (fits === (element.dataset['sticky'] === 'true')) return
      const before = element.getBoundingClientRect().top
      element.dataset['sticky'] = String(fits)
      const moved = element.getBoundingClientRect().top - before
      if (!fits && moved !== 0) scrollBy(0, moved)
    }
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    addEventListener('resize', follow)
    return () => {
      observer.disconnect()
      removeEventListener('resize', follow)
      delete element.dataset['sticky']
    }
  }, [wanted])
  return ref
}

/** `sticky` keeps the left column in sight while the right one scrolls. */
type TwoColumnsProps = { left: ReactNode; right: ReactNode; sticky?: boolean }

/** A layout with one column on phones, and two from 900 px. The left one has the form and its result, the right one related content. */
export function TwoColumns({ left, right, sticky = false }: TwoColumnsProps) {
  const column = useSticky(sticky)
  return (
    <div className={`stack gap-16 ${styles['columns']}`}>
      <div ref={column} className={`stack gap-16 ${styles['column']}`}>
        {left}
      </div>
      <div className={`stack gap-16 ${styles['column']}`}>{right}</div>
    </div>
  )
}
