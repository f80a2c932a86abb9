import { useEffect, useState } from 'react'
import { config } from '../config.ts'
import { text } from '../text/ja.ts'
import { Card } from '../ui/Card.tsx'
import { useIsOutsideProduction } from '../ui/hooks.tsx'
import styles from './AdSlot.module.css'

const DELAY_MS = 1_000

/**
 * An ad slot whose height is the same whether filled, empty or blocked: the ad unit is drawn over the placeholder. If the build has no ad
 * client, the production site shows nothing: the HTML has the placeholder, which a script in it shows on other hosts alone.
 */
export function AdSlot() {
  const { client, hidesPlaceholder } = config.ads
  const [unit, setUnit] = useState<string>()
  const isOutside = useIsOutsideProduction()

  useEffect(() => {
    // Advertising is loaded only if a client is configured, and only on the production site.
    if (!client || isOutside !== false) return
    const timer = setTimeout(() => setUnit(unitFor(window.innerWidth)), DELAY_MS)
    return () => clearTimeout(timer)
  }, [client, isOutside])

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

  if (!client && (hidesPlaceholder || isOutside === false)) return null
  return (
    <Card
      className={`muted small screen-only ${styles['slot']}`}
      data-reserved={Boolean(client)}
      data-outside-only={(!client && isOutside === null) || undefined}
    >
      {!hidesPlaceholder && <p>{text.ad.placeholder}</p>}
      {unit && (
        <>
          {/* React hoists this script into the head and loads it once. */}
          <script async src={SCRIPT} crossOrigin="anonymous" />
          <ins className={`adsbygoogle ${styles['unit']}`} data-ad-client={client} data-ad-slot={unit} />
        </>
      )}
    </Card>
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
