import { useEffect, useState } from 'react'
import { config } from '../config.ts'
import { text } from '../text/ja.ts'
import styles from './AdSlot.module.css'

const DELAY_MS = 1_000

/** Of the same height whether filled, empty or blocked: the unit covers the placeholder, which stays without one. */
export function AdSlot() {
  const [unit, setUnit] = useState<string>()

  useEffect(() => {
    // Only where a client is configured, and on the production site.
    if (!config.ads.client || location.hostname !== new URL(config.siteOrigin).hostname) return
    const timer = setTimeout(() => setUnit(unitFor(window.innerWidth)), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!unit) return
    try {
      // Asks the network to fill the next empty unit. Its failures do not affect the page.
      const queue = (window.adsbygoogle ??= [])
      queue.push({})
    } catch {
      // The placeholder under the unit stays.
    }
  }, [unit])

  return (
    <div className={`muted small screen-only ${styles['slot']}`} data-reserved={Boolean(config.ads.client)}>
      <p>{text.ad.placeholder}</p>
      {unit && (
        <>
          {/* React puts it into the head, once. */}
          <script async src={SCRIPT} crossOrigin="anonymous" />
          <ins
            className={`adsbygoogle ${styles['unit']}`}
            data-ad-client={config.ads.client}
            data-ad-slot={unit}
          />
        </>
      )}
    </div>
  )
}

declare global {
  interface Window {
    adsbygoogle?: object[]
  }
}

const SCRIPT = `https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${encodeURIComponent(config.ads.client ?? '')}`

function unitFor(width: number): string | undefined {
  const { large, medium, small } = config.ads.slots
  return (width >= 728 ? large : width >= 370 ? medium : small) || undefined
}
