import type { Fetcher } from '@cloudflare/workers-types'
import { FILES_ONLY } from '../site/serveSite.ts'

const MISSING = { status: 404, headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } }

/** The answer where the assets have no file. Files that exist are served by the platform, without a call of the Worker. */
export async function missingFile(request: Request, assets: Pick<Fetcher, 'fetch'>): Promise<Response> {
  const url = new URL(request.url)
  if (FILES_ONLY.test(url.pathname)) return new Response('404 Not Found', MISSING)
  const page = await assets.fetch(new URL('/404', url).href)
  const headers = new Headers([...page.headers])
  headers.set('Cache-Control', 'no-store')
  return new Response(await page.text(), { status: 404, headers })
}
