import type { Bindings } from './Bindings.ts'

/** Nothing under here is a page: what is missing must stay missing, or HTML is read as a script. */
const FILES_ONLY = /^\/assets\/|\.[a-z0-9]+$/i
const MISSING = { status: 404, headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } }

/** The answer where the assets have no file. The platform serves those that it has by itself, without a call of the Worker. */
export async function missingFile(request: Request, assets: Bindings['ASSETS']): Promise<Response> {
  const url = new URL(request.url)
  if (FILES_ONLY.test(url.pathname)) return new Response('404 Not Found', MISSING)
  const page = await assets.fetch(new URL('/404', url).href)
  const headers = new Headers([...page.headers])
  headers.set('Cache-Control', 'no-store')
  return new Response(await page.text(), { status: 404, headers })
}
