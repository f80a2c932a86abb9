import { useLayoutEffect, useState } from 'react'

/**
 * Runs the effects of what is mounted with it within the same task: React does so before it renders again, as this does at once. Fields
 * listen to their atoms from their effects on; React takes back a letter that is typed before that.
 */
export function EffectsAtOnce() {
  const [, setMounted] = useState(false)
  // The second rendering is what is wanted here.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => setMounted(true), [])
  return null
}
