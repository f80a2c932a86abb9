import { CAPABILITY_WORDS } from '../../contract/outcomes.ts'
import type { SiteFacts } from '../../src/prerender.tsx'
import { HOST_NAMES } from './hosts/hosts.ts'
import type { Host } from './hosts/hosts.ts'

/** What the operator of a host without an API must know, in one line; null where there is nothing to say. */
export function apiNotice(
  { filesOnly }: Host,
  { apiBase, origin }: Pick<SiteFacts, 'apiBase' | 'origin'>,
): string | null {
  if (!filesOnly) return null
  if (apiBase !== '')
    return `The pages will ask the API at ${apiBase}; it must list ${origin} in SITE_ORIGINS.`
  return `VITE_API_BASE is not set: the pages will ask ${origin}/api, and where nobody answers there every check fails with a message.`
}

/** What is wrong with a build for a host that does not know its own address; null where there is nothing to say. */
export function originNotice({ VITE_HOST: host, VITE_SITE_ORIGIN: origin }: Env): string | null {
  if (!host || host === 'server' || origin) return null
  return 'VITE_SITE_ORIGIN is not set: canonical addresses, link previews and the sitemap will say http://localhost:8787.'
}

/**
 * Whether a value is an http(s) URL with a plain host. `URL` lets stars, quotes and semicolons pass in one, which would mean something in a
 * policy or in HTML.
 */
export function isWebUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, host } = new URL(value)
  return ['http:', 'https:'].includes(protocol) && /^[\w.:[\]-]+$/.test(host)
}

/** A whole scheme, which lets pages send to any address of it, or one origin. */
const SCHEMES = new Set(['https:', 'http:'])

/** What `VITE_POW_POST_ORIGINS` names, as sources of the content policy. Throws where it holds anything else: a policy must not be widened by a slip. */
export function postOrigins(named: readonly string[]): string[] {
  const odd = named.find((source) => !isPostOrigin(source))
  if (odd === undefined) return [...named]
  throw new Error(
    `VITE_POW_POST_ORIGINS holds origins such as https://collector.example, or https:, not "${odd}".`,
  )
}

/** Whether one of these names is an origin, or a scheme of the web. */
export function isPostOrigin(source: string): boolean {
  return SCHEMES.has(source) || (isWebUrl(source) && new URL(source).origin === source)
}

type Env = Record<string, string | undefined>
/** What a value must be, in words that follow "must be", and whether it is. An empty value counts as none, for which there is a default. */
type Rule = { must: string; fits: (value: string) => boolean }

const isHttp = (value: string) => {
  if (!isWebUrl(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}
const isPath = (value: string) => /^\/(?!\/)[\w./~-]*$/.test(value)
const isOrigin = (value: string) => isHttp(value) && new URL(value).origin === value.replace(/\/$/, '')

const ORIGIN: Rule = {
  must: 'an http(s) origin such as https://example.org, without a path',
  fits: isOrigin,
}
const CALLED: Rule = {
  must: 'an http(s) URL without a password, or a path of this site such as /api/ip',
  fits: (value) => isHttp(value) || isPath(value),
}
/** Stands in a URL of the advertising network, and in attributes. */
const AD_ID: Rule = { must: 'letters, digits, "-" and "_" alone', fits: (value) => /^[\w-]+$/.test(value) }

const RULES: Record<string, Rule> = {
  VITE_SITE_ORIGIN: ORIGIN,
  VITE_BASE: {
    must: 'a path that begins and ends with a slash, such as /tools/checker/',
    fits: (value) => isPath(value) && value.endsWith('/') && !value.includes('//'),
  },
  VITE_HOST: { must: `one of ${HOST_NAMES.join(', ')}`, fits: (value) => HOST_NAMES.includes(value) },
  VITE_API_BASE: ORIGIN,
  VITE_IP_LOOKUP_URL: CALLED,
  VITE_TIMING_URL: CALLED,
  VITE_POW_POST_ORIGINS: {
    must: 'origins such as https://collector.example, or https:, apart by spaces or commas',
    fits: arePostOrigins,
  },
  VITE_CAPABILITIES: {
    must: `a list of ${CAPABILITY_WORDS.join(', ')}, apart by commas`,
    fits: areCapabilities,
  },
  VITE_CONTACT_URL: {
    must: 'an http(s) URL or a mailto: address',
    fits: (value) => isHttp(value) || /^mailto:[^\s@]+@[^\s@]+$/.test(value),
  },
  VITE_AD_CLIENT: AD_ID,
  VITE_AD_SLOT_LARGE: AD_ID,
  VITE_AD_SLOT_MEDIUM: AD_ID,
  VITE_AD_SLOT_SMALL: AD_ID,
}

/** Read as `src/config.ts` reads it. */
function areCapabilities(value: string): boolean {
  const known = new Set<string>(CAPABILITY_WORDS)
  return value.split(',').every((word) => word.trim() === '' || known.has(word.trim()))
}

/** Read as `src/config.ts` reads it. */
function arePostOrigins(value: string): boolean {
  return value
    .split(/[\s,]+/)
    .filter(Boolean)
    .every((origin) => isPostOrigin(origin.replace(/\/+$/, '')))
}

const FRAGMENTS = ['VITE_ENC_KEY_1', 'VITE_ENC_KEY_2', 'VITE_ENC_KEY_3', 'VITE_ENC_KEY_4'] as const

/** Every mistake in the variables of a build at once, one sentence each, without their values. */
export function variableFaults(env: Env): string[] {
  const faults = Object.entries(RULES).flatMap(([name, { must, fits }]) => {
    const value = env[name] ?? ''
    return value === '' || fits(value) ? [] : [`${name} must be ${must}.`]
  })
  return [...faults, ...keyFaults(env)]
}

/** AES-256 takes exactly so many characters of ASCII. */
function keyFaults(env: Env): string[] {
  const key = FRAGMENTS.map((name) => env[name] ?? '')
  const empty = FRAGMENTS.filter((name) => !env[name])
  if (empty.length > 0) return [`${empty.join(', ')} must not be empty: each is a part of the AES key.`]
  if (/^[\x20-\x7e]{32}$/.test(key.join(''))) return []
  return [`${FRAGMENTS.join(', ')} must make 32 ASCII characters together, not ${key.join('').length}.`]
}
