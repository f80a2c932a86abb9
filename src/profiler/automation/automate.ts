import type { createStore } from 'jotai/vanilla'
import { labelFrom, readLink } from '../model/settingsLink.ts'
import { enginesHere } from '../run/enginesHere.ts'
import { liveAtom, runEndAtom, startRunAtom } from '../run/runAtoms.ts'
import { createPowRun } from './createPowRun.ts'
import type { PowRun } from './createPowRun.ts'
import { failedOutcome, outcomeOf } from './outcomeOf.ts'

/** The window as scripts see it. */
type Automated = EventTarget & { powRun?: PowRun; location: { search: string } }

/** Hands the store's runs to scripts, as `window.powRun` and events, until the returned function is called. */
export function automate(store: ReturnType<typeof createStore>, window: Automated) {
  const start = () => {
    const query = new URLSearchParams(window.location.search)
    const read = readLink(query, navigator.hardwareConcurrency || 1, enginesHere())
    void store.set(startRunAtom, { ...read, label: labelFrom(query) })
  }
  const { powRun, progressed, ended } = createPowRun(start, (event, detail) =>
    window.dispatchEvent(new CustomEvent(event, { detail })),
  )
  const follow = () => {
    const live = store.get(liveAtom)
    if (live) progressed(live.all.length, live.settings.trials * (1 + live.settings.against.length))
  }
  const end = () => {
    const end = store.get(runEndAtom)
    if (end) ended('result' in end ? outcomeOf(end.result) : failedOutcome(end.error))
  }
  const leave = [store.sub(liveAtom, follow), store.sub(runEndAtom, end)]
  window.powRun = powRun
  follow()
  return () => {
    for (const unsubscribe of leave) unsubscribe()
    delete window.powRun
  }
}
