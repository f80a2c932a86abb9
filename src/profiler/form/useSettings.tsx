import { useLocation, useNavigate } from 'react-router-dom'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { config } from '../../config.ts'
import { useInBrowser } from '../../ui/hooks.tsx'
import { RUN_ENGINES, correctedLink, enginesHere, labelFrom, readLink } from '../model/settings.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The query in the address bar; of a page that is being left, the one that it was shown with. */
function useAddressQuery(): string {
  const { pathname, search } = useLocation()
  const isHere = () => window.location.pathname === config.base + pathname.slice(1)
  return useSyncExternalStore(
    subscribe,
    () => (isHere() ? window.location.search : search),
    () => search,
  )
}

const NO_QUERY = new URLSearchParams()

export function useSettings() {
  // False while React hydrates the prerendered page; what depends on the device or the address is shown right after.
  const hydrated = useInBrowser(() => true)
  const search = useAddressQuery()
  const navigate = useNavigate()
  const query = useMemo(() => (hydrated ? new URLSearchParams(search) : NO_QUERY), [hydrated, search])
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
    // The router renders when there is time: until then a list would fall back to its last choice.
    for (const listener of listeners) listener()
  }
  return { settings, unmet, label: labelFrom(query), query, cores, engines, set }
}

export function useCorrectedAddress(): void {
  const { settings, unmet, query } = useSettings()
  const navigate = useNavigate()
  useEffect(() => {
    const corrected = correctedLink(query, { settings, unmet })
    if (corrected) void navigate({ search: String(corrected) }, { replace: true })
  }, [query, settings, unmet, navigate])
}
