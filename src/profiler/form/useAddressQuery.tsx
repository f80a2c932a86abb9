import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { config } from '../../config.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows the address bar's query at once, after it was changed. The router does so when there is time: until then a list would fall back to its last choice, and a key pressed meanwhile would start from there. */
export function showAddress(): void {
  for (const listener of listeners) listener()
}

/** The query in the address bar; of a page that is being left, the one that it was shown with. */
export function useAddressQuery(): string {
  const { pathname, search } = useLocation()
  const isHere = () => window.location.pathname === config.base + pathname.slice(1)
  return useSyncExternalStore(
    subscribe,
    () => (isHere() ? window.location.search : search),
    () => search,
  )
}
