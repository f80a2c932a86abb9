import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { correctedLink } from '../model/settingsLink.ts'
import { useHydrated, useSettings } from './useSettings.tsx'

/** Puts the address right where it asks for what this device cannot give, so that the link that is passed on is the one that was measured. */
export function useCorrectedAddress(): void {
  const hydrated = useHydrated()
  const { settings, unmet, query } = useSettings()
  const navigate = useNavigate()
  useEffect(() => {
    const corrected = hydrated ? correctedLink(query, { settings, unmet }) : null
    if (corrected) void navigate({ search: String(corrected) }, { replace: true })
  }, [hydrated, query, settings, unmet, navigate])
}
