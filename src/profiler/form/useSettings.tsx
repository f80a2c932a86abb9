import { atom } from 'jotai/vanilla'
import { useAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { useMemo } from 'react'
import { config } from '../../config.ts'
import { useInBrowser } from '../../ui/hooks.tsx'
import { RUN_ENGINES, enginesHere, labelFrom, readLink } from '../model/settings.ts'

/** How often this page has changed its address: the router renders that only when there is time, and until then a list would fall back to its last choice. */
const changesAtom = atom(0)

const NO_QUERY = new URLSearchParams()

export function useSettings() {
  // False while React hydrates the prerendered page; what depends on the device or the address is shown right after.
  const hydrated = useInBrowser(() => true)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [, setChanges] = useAtom(changesAtom)
  // Of a page that is being left, the query that it was shown with.
  const isHere = hydrated && window.location.pathname === config.base + pathname.slice(1)
  const shown = isHere ? window.location.search : search
  const query = useMemo(() => (hydrated ? new URLSearchParams(shown) : NO_QUERY), [hydrated, shown])
  const cores = hydrated ? navigator.hardwareConcurrency || 1 : 1
  const engines = useMemo(() => (hydrated ? enginesHere() : RUN_ENGINES), [hydrated])
  const { settings, unmet } = useMemo(() => readLink(query, cores, engines), [query, cores, engines])
  const set = (name: string, value: string) => {
    // Read from the address bar: a change just before this one may not have been rendered yet.
    const next = new URLSearchParams(window.location.search)
    if (value) next.set(name, value)
    else next.delete(name)
    next.delete('autostart')
    next.delete('unmet')
    void navigate({ search: String(next) }, { replace: true })
    setChanges((changes) => changes + 1)
  }
  return { settings, unmet, label: labelFrom(query), query, cores, engines, set }
}
