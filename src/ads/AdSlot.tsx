import { useEffect, useState } from 'react'
import { config } from '../config.ts'
import { text } from '../text/ja.ts'
import { useIsOutsideProduction } from '../ui/hooks.tsx'
import styles from './AdSlot.module.css'

const DELAY_MS = 1_000

const siteHostname = new URL(config.siteOrigin).hostname

/**
 * An ad slot whose height is the same whether filled, empty or blocked: the ad unit is drawn over the placeholder. If the build has no ad
 * client, visitors of the production site see nothing: the HTML has the placeholder, which a script in it shows outside production alone.
 */
export function AdSlot() {
  const [unit, setUnit] = useState<string>()
  const isOutside = useIsOutsideProduction()

  useEffect(() => {
    // Advertising is loaded only if a client is configured, and only on the production site.
    if (!config.ads.client || location.hostname !== siteHostname) return
    const timer = setTimeout(() => setUnit(unitFor(window.innerWidth)), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!unit) return
    try {
      // Asks the ad network to fill the next empty unit. If this fails, the page is not affected.
      const queue = (window.adsbygoogle ??= [])
      queue.push({})
    } catch {
      // The placeholder under the unit remains visible.
    }
  }, [unit])

  const isForAll = Boolean(config.ads.client) || config.ads.showsPlaceholder
  if (!isForAll && isOutside === false) return null
  return (
    <div
      className={`muted small screen-only ${styles['slot']}`}
      data-reserved={Boolean(config.ads.client)}
      data-outside-only={(!isForAll && isOutside === null) || undefined}
    >
      <p>{text.ad.placeholder}</p>
      {unit && (
        <>
          {/* React hoists this script into the head and loads it once. */}
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
