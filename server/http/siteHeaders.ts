import { secureHeaders } from 'hono/secure-headers'

/** What a page's own `<meta>` cannot say. Scripts are the page's matter: their hashes change with every build. HSTS is the proxy's. */
export const siteHeaders = secureHeaders({
  contentSecurityPolicy: { frameAncestors: ["'none'"], objectSrc: ["'none'"], baseUri: ["'self'"] },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
  referrerPolicy: 'strict-origin-when-cross-origin',
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: 'DENY',
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})
