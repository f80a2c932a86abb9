import { useMemo, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { labelFrom, readLink } from '../model/settingsLink.ts'
import { RUN_ENGINES } from '../model/RunEngine.ts'
import type { RunEngine } from '../model/RunEngine.ts'
import { enginesHere } from '../run/enginesHere.ts'
import type { Settings } from '../model/settings.ts'
import type { UnmetSetting } from '../model/UnmetSetting.ts'
import { showAddress, useAddressQuery } from './useAddressQuery.tsx'

const NO_QUERY = new URLSearchParams()

type UsedSettings = {
  settings: Settings
  /** What the address asks for in vain. */
  unmet: UnmetSetting[]
  /** What the tester calls this device. */
  label: string
  query: URLSearchParams
  cores: number
  engines: readonly RunEngine[]
  set: (name: string, value: string) => void
}

/** The settings in the address bar, and a function that changes one of them. */
export function useSettings(): UsedSettings {
  const hydrated = useHydrated()
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
    showAddress()
  }
  return { settings, unmet, label: labelFrom(query), query, cores, engines, set }
}

const nothing = () => () => {}

/** False while React hydrates the prerendered page; what depends on the device or the address is shown right after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
}
