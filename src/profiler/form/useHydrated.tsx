import { useSyncExternalStore } from 'react'

const nothing = () => () => {}

/** False while the server's markup is taken over: what depends on the device or the address comes in right after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
}
