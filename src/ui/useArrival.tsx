import { useAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useEffect, useRef } from 'react'

/** The latest arrival that was brought into view: a page that is shown again has nothing new. */
const answeredAtom = atom(0)

/** Brings what the visitor waited for into view and gives it the focus, once for each `arrival`, a time in Unix milliseconds. Without one, nothing happens. */
export function useArrival<T extends HTMLElement>(arrival: number | undefined) {
  const [answered, setAnswered] = useAtom(answeredAtom)
  const ref = useRef<T>(null)
  useEffect(() => {
    const element = ref.current
    if (arrival === undefined || arrival <= answered || !element) return
    setAnswered(arrival)
    bringIntoView(element)
    element.focus({ preventScroll: true })
  }, [arrival, answered, setAnswered])
  return ref
}

/** Windows from this width on show the form and the answer side by side with the posts, in pixels: there nothing moves without need. */
const WIDE = 900

/** Scrolls the card that holds the element to the top of the window; in a wide one only when its beginning is out of sight. */
function bringIntoView(element: HTMLElement): void {
  const card = element.closest('section') ?? element
  const { bottom } = element.getBoundingClientRect()
  const inSight = card.getBoundingClientRect().top >= 0 && bottom <= innerHeight
  if (inSight && innerWidth >= WIDE) return
  card.scrollIntoView({ block: 'start' })
}
