import { useEffect, useState } from 'react'
import { config } from '../config.ts'
import { text } from '../text/ja.ts'
import { carriesAds, pushAd, unitFor } from './network.ts'
import styles from './AdSlot.module.css'

const DELAY_MS = 1_000

/** Of the same height whether filled, empty or blocked: the unit covers the placeholder, which stays without one. */
export function AdSlot() {
  const [unit, setUnit] = useState<string>()

  useEffect(() => {
    if (!carriesAds()) return
    const timer = setTimeout(() => setUnit(unitFor(window.innerWidth)), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (unit) pushAd()
  }, [unit])

  return (
    <div className={`muted small screen-only ${styles['slot']}`} data-reserved={Boolean(config.ads.client)}>
      <p>{text.ad.placeholder}</p>
      {unit && (
        <ins
          className={`adsbygoogle ${styles['unit']}`}
          data-ad-client={config.ads.client}
          data-ad-slot={unit}
        />
      )}
    </div>
  )
}
