import { secureHeaders } from 'hono/secure-headers'

/** Headers of the site's files. Scripts are allowed by each page's own `<meta>`, since their hashes change with every build; HSTS is left to the proxy. */
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
