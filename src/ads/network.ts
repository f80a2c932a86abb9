import { config } from '../config.ts'

declare global {
  interface Window {
    adsbygoogle?: object[]
  }
}

const SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'

/** Whether this page may carry advertising: a client is configured, and this is the production site. */
export function carriesAds(): boolean {
  return Boolean(config.ads.client) && location.hostname === new URL(config.siteOrigin).hostname
}

export function unitFor(width: number): string | undefined {
  const { large, medium, small } = config.ads.slots
  return (width >= 728 ? large : width >= 370 ? medium : small) || undefined
}

/** Asks the network to fill the next empty unit. Its failures do not affect the page. */
export function pushAd(): void {
  loadScript()
  try {
    const queue = (window.adsbygoogle ??= [])
    queue.push({})
  } catch {
    // The placeholder under the unit stays.
  }
}

function loadScript(): void {
  const src = `${SCRIPT}?client=${encodeURIComponent(config.ads.client ?? '')}`
  if (document.querySelector(`script[src="${src}"]`)) return
  const script = document.createElement('script')
  script.src = src
  script.async = true
  script.crossOrigin = 'anonymous'
  document.head.append(script)
}
