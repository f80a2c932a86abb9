import type { SiteFacts } from '../../src/prerender.tsx'

/** The facts of a site at the root of its origin that asks its own API, shows nothing from elsewhere and names nobody. */
export const SITE: SiteFacts = {
  name: 'Checker',
  description: 'Checks',
  origin: 'https://checker.example',
  base: '/',
  apiBase: '',
  ipLookupUrl: '/api/ip',
  timingUrl: '',
  powPostOrigins: [],
  contactUrl: '',
  carriesAds: false,
  indexed: [],
}
