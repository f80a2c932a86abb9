import { atom } from 'jotai/vanilla'
import { useAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { useMemo } from 'react'
import { config } from '../../config.ts'
import { useBrowserTest } from '../../ui/hooks.tsx'
import { RUN_ENGINES, supportedEngines, runLabelFrom, readSettingsLink } from '../model/settings.ts'

/**
 * Counts how often this page has changed its address. The router renders a new address only when it has time; until then a list would fall
 * back to its last choice.
 */
const changesAtom = atom(0)

const NO_QUERY = new URLSearchParams()

export function useSettings() {
  // False while React hydrates the prerendered page. Everything that depends on the device or the address is shown right after.
  const hydrated = useBrowserTest(() => true)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [, setChanges] = useAtom(changesAtom)
  // While the visitor is leaving the page, it keeps the query that it was shown with.
  const isHere = hydrated && window.location.pathname === config.base + pathname.slice(1)
  const shown = isHere ? window.location.search : search
  const query = useMemo(() => (hydrated ? new URLSearchParams(shown) : NO_QUERY), [hydrated, shown])
  const cores = hydrated ? navigator.hardwareConcurrency || 1 : 1
  const engines = useMemo(() => (hydrated ? supportedEngines() : RUN_ENGINES), [hydrated])
  const { settings, unmet } = useMemo(() => readSettingsLink(query, cores, engines), [query, cores, engines])
  const set = (name: string, value: string) => {
    // The query is read from the address bar, because a change just before this one may not be rendered yet.
    const next = new URLSearchParams(window.location.search)
    if (value) next.set(name, value)
    else next.delete(name)
    next.delete('autostart')
    next.delete('unmet')
    void navigate({ search: String(next) }, { replace: true })
    setChanges((changes) => changes + 1)
  }
  return { settings, unmet, label: runLabelFrom(query), query, cores, engines, set }
}
