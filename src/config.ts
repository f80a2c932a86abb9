import { BANS } from '../contract/outcomes.ts'
import { HISTORY_PATH } from '../contract/paths.ts'
import type { Capabilities } from '../contract/wire.ts'

const listed = (list = '') => list.split(/[\s,]+/).filter(Boolean)

/** Parses `VITE_CAPABILITIES`, which the build has validated. Returns null if it is empty. */
function builtInCapabilities(list: string | undefined): Capabilities | null {
  const words = listed(list)
  if (words.length === 0) return null
  return {
    bans: BANS.filter((ban) => words.includes(ban)),
    posts: words.includes('posts') ? 'search' : words.includes('visibility') ? 'visibility' : 'none',
  }
}

const env = import.meta.env

/** The configuration of the build. docs/variables.md lists every variable. Origins have no trailing slash. */
export const config = {
  apiBase: withoutSlash(env.VITE_API_BASE ?? ''),
  /** Whether the API is served by the site itself. */
  hasOwnServer: !env.VITE_API_BASE,
  /** Whether a Worker on Cloudflare serves both the site and the API. */
  isOnCloudflare: env.VITE_HOST === 'cloudflare' && !env.VITE_API_BASE,
  /** A service that answers `{"ip": "…"}`. */
  ipLookupUrl: env.VITE_IP_LOOKUP_URL || `${withoutSlash(env.VITE_API_BASE ?? '')}/api/ip`,
  timingUrl: env.VITE_TIMING_URL ?? '',
  /** Origins to which the profiler may send results without asking. The entry `https:` allows it to ask about any other HTTPS address. */
  powPostOrigins: listed(env.VITE_POW_POST_ORIGINS).map(withoutSlash),
  /** Production origin: canonical URLs, cards, and the hostname that switches advertising on. */
  siteOrigin: withoutSlash(env.VITE_SITE_ORIGIN || 'http://localhost:8787'),
  hasSiteOrigin: Boolean(env.VITE_SITE_ORIGIN),
  base: env.BASE_URL,
  capabilities: builtInCapabilities(env.VITE_CAPABILITIES),
  contactUrl: env.VITE_CONTACT_URL,
  /** The version in package.json, and the commit of the build; each is empty if it is not known. */
  version: env.APP_VERSION ?? '',
  commit: env.APP_COMMIT ?? '',
  ads: {
    client: env.VITE_AD_CLIENT,
    hidesPlaceholder: env.VITE_AD_PLACEHOLDER === 'hide',
    slots: {
      large: env.VITE_AD_SLOT_LARGE,
      medium: env.VITE_AD_SLOT_MEDIUM,
      small: env.VITE_AD_SLOT_SMALL,
    },
  },
  encryptionKey: [env.VITE_ENC_KEY_1, env.VITE_ENC_KEY_2, env.VITE_ENC_KEY_3, env.VITE_ENC_KEY_4],
} as const

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

export function pageUrl(path: string): string {
  return `${config.siteOrigin}${config.base}${path}`
}

/** Returns the address of a page for sharing: on the production site if one is configured, otherwise on the site that is open. */
export function shareUrl(path: string): string {
  return env.VITE_SITE_ORIGIN ? pageUrl(path) : `${location.origin}${config.base}${path}`
}

export function historyPath(sessionId: string): string {
  return HISTORY_PATH + encodeURIComponent(sessionId)
}

export function historyUrl(sessionId: string): string {
  return `${location.origin}${withoutSlash(config.base)}${historyPath(sessionId)}`
}
