import * as v from 'valibot'
import { CAPABILITY_NAMES } from '../../contract/outcomes.ts'
import {
  baseOrigin,
  isOrigin,
  isWebUrl,
  checkedList,
  misspeltNames,
  oneOf,
  checkedText,
} from '../../contract/variables.ts'
import type { Env, VariableRow } from '../../server/variables.ts'
import type { SiteFacts } from '../../src/prerender.tsx'
import { HOST_NAMES } from './hosts/hosts.ts'
import type { HostPreset } from './hosts/hosts.ts'

type BuildRow = Required<Pick<VariableRow, 'schema' | 'shown' | 'meaning'>>

const isPath = (value: string) => /^\/(?!\/)[\w./~-]*$/.test(value)
const called = checkedText(
  (value) => isWebUrl(value) || isPath(value),
  'an http(s) URL without a password, or a path of this site such as /api/ip',
)
/** An id that becomes part of a URL of the advertising network and of attributes. */
const adId = checkedText((value) => /^[\w-]+$/.test(value), 'letters, digits, "-" and "_" alone')

/** A source in the content policy. The check prevents a typing error from allowing more than intended. */
const isPostOrigin = (source: string) =>
  ['https:', 'http:'].includes(source) || isOrigin(source.replace(/\/+$/, ''))

const key = {
  schema: v.string(),
  shown: 'as in `.env`',
  meaning: "fragment of the 32-character AES key under which the visitor's address is sent",
}

/** The build's variables, one row each. The checks before a build, the types of the page and the table in the documents (`npm run docs`) are derived from it. */
export const BUILD_VARIABLES = {
  VITE_SITE_ORIGIN: {
    schema: baseOrigin,
    shown: '`http://localhost:8787`',
    meaning: 'production origin: canonical URLs, social cards, and the hostname that switches advertising on',
  },
  VITE_BASE: {
    schema: checkedText(
      (value) => isPath(value) && value.endsWith('/') && !value.includes('//'),
      'a path that begins and ends with a slash, such as /tools/checker/',
    ),
    shown: '`/`',
    meaning: 'path for hosts that serve from a folder, with both slashes',
  },
  VITE_HOST: {
    schema: oneOf(HOST_NAMES),
    shown: '`server`',
    meaning: `what the build is made for: ${HOST_NAMES.map((name) => `\`${name}\``).join(', ')} (docs/hosting.md)`,
  },
  VITE_API_BASE: { schema: baseOrigin, shown: 'same origin', meaning: 'origin of the API' },
  VITE_CAPABILITIES: {
    schema: checkedList(
      (value) => CAPABILITY_NAMES.some((word) => word === value),
      CAPABILITY_NAMES.join(', '),
    ),
    shown: 'the API is asked',
    meaning: 'what the server can judge, e.g. `search_ban,posts` (docs/hosting.md)',
  },
  VITE_IP_LOOKUP_URL: {
    schema: called,
    shown: "the API's `/api/ip`",
    meaning: 'a service that answers `{"ip": "…"}`',
  },
  VITE_TIMING_URL: {
    schema: called,
    shown: 'nothing is sent',
    meaning: 'where finished checks send their durations (docs/profiling.md)',
  },
  VITE_POW_POST_ORIGINS: {
    schema: checkedList(isPostOrigin, 'origins such as https://collector.example, or https:'),
    shown: 'none',
    meaning: 'origins that `/pow?post=…` may send results to without asking (docs/profiling.md)',
  },
  VITE_ENC_KEY_1: key,
  VITE_ENC_KEY_2: key,
  VITE_ENC_KEY_3: key,
  VITE_ENC_KEY_4: key,
  VITE_CONTACT_URL: {
    schema: checkedText(
      (value) => isWebUrl(value) || /^mailto:[^\s@]+@[^\s@]+$/.test(value),
      'an http(s) URL or a mailto: address',
    ),
    shown: 'a link to /privacy',
    meaning:
      'the contact link, opened in a new tab: an `https:` or `mailto:` URL. It is also named in `/.well-known/security.txt`, which holds for 364 days from the build',
  },
  VITE_COMMIT: {
    schema: checkedText((value) => /^[\w.-]*$/.test(value), 'letters, digits, "-", "_" and "." alone'),
    shown: "git's",
    meaning: 'the commit that the footer and `/healthz` name, where git cannot tell it',
  },
  VITE_AD_CLIENT: {
    schema: adId,
    shown: 'no advertising',
    meaning: "Google AdSense's client, such as `ca-pub-1234567890123456`; the build then writes `ads.txt`",
  },
  VITE_AD_PLACEHOLDER: {
    schema: oneOf(['hide']),
    shown: 'shown on every host but that of `VITE_SITE_ORIGIN`',
    meaning: '`hide` shows no placeholder where advertising would be',
  },
  VITE_AD_SLOT_LARGE: {
    schema: adId,
    shown: 'none',
    meaning: 'its unit in windows of 728 px and more',
  },
  VITE_AD_SLOT_MEDIUM: { schema: adId, shown: 'none', meaning: 'its unit from 370 px' },
  VITE_AD_SLOT_SMALL: { schema: adId, shown: 'none', meaning: 'its unit in narrower windows' },
} satisfies Record<`VITE_${string}`, BuildRow>
export type BuildVariable = keyof typeof BUILD_VARIABLES

const FRAGMENTS = ['VITE_ENC_KEY_1', 'VITE_ENC_KEY_2', 'VITE_ENC_KEY_3', 'VITE_ENC_KEY_4'] as const

export function variableFaults(env: Env): string[] {
  const faults = Object.entries<BuildRow>(BUILD_VARIABLES).flatMap(([name, { schema }]) => {
    const { issues = [] } = env[name] ? v.safeParse(schema, env[name]) : {}
    return issues.map(({ message }) => `${name} must ${message}.`)
  })
  return [...faults, ...keyFaults(env)]
}

function keyFaults(env: Env): string[] {
  const key = FRAGMENTS.map((name) => env[name] ?? '')
  const empty = FRAGMENTS.filter((name) => !env[name])
  if (empty.length > 0) return [`${empty.join(', ')} must not be empty: each is a part of the AES key.`]
  if (/^[\x20-\x7e]{32}$/.test(key.join(''))) return []
  return [`${FRAGMENTS.join(', ')} must make 32 ASCII characters together, not ${key.join('').length}.`]
}

/** Writes a sentence for each name that looks like a misspelt variable of the build. */
export function misspeltBuildVariables(env: Env): string[] {
  const set = Object.keys(env).filter((name) => name.startsWith('VITE_') && !name.startsWith('VITE_USER_'))
  return misspeltNames(set, Object.keys(BUILD_VARIABLES))
}

export function apiVariableNotice(
  { filesOnly }: HostPreset,
  { apiBase, origin }: Pick<SiteFacts, 'apiBase' | 'origin'>,
) {
  if (!filesOnly) return null
  if (apiBase !== '')
    return `The pages will ask the API at ${apiBase}; it must list ${origin} in SITE_ORIGINS.`
  return `VITE_API_BASE is not set: the pages will ask ${origin}/api, and where nobody answers there every check fails with a message.`
}

export function contactNotice({ VITE_CONTACT_URL: contact }: Env): string | null {
  if (contact) return null
  return 'VITE_CONTACT_URL is not set: the contact link of the pages leads to /privacy, which says that nobody can be asked.'
}

export function siteOriginNotice({ VITE_HOST: host, VITE_SITE_ORIGIN: origin }: Env): string | null {
  if (!host || host === 'server' || origin) return null
  return 'VITE_SITE_ORIGIN is not set: canonical addresses, link previews and the sitemap will say http://localhost:8787.'
}
