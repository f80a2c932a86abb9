import { useStore } from 'jotai'
import { useEffect } from 'react'
import { automate } from './automate.ts'

/** Hands runs to scripts as long as the page is shown. */
export function useAutomation(): void {
  const store = useStore()
  useEffect(() => automate(store, window), [store])
}
