import { cors } from 'hono/cors'

/** Lets sites on the listed origins call the API and read what it answers. */
export function crossOrigin(origins: readonly string[]) {
  return cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type', 'X-Session-Token', 'X-Request-Hash'],
    exposeHeaders: ['X-Upstream', 'Retry-After'],
    maxAge: 86_400,
  })
}
