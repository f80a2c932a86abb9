import type { SiteFacts } from '../../src/prerender.tsx'

/** The facts of a site at the root of its origin that asks its own API, shows nothing from elsewhere and names nobody. */
export const SITE: SiteFacts = {
  name: 'Checker',
  description: 'Checks',
  hasOrigin: true,
  origin: 'https://checker.example',
  base: '/',
  apiBase: '',
  ipLookupUrl: '/api/ip',
  timingUrl: '',
  powPostOrigins: [],
  contactUrl: '',
  carriesAds: false,
  adClient: '',
  version: '1.2.3',
  commit: 'abc',
  indexed: [],
}
