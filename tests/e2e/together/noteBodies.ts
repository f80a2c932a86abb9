import type { Page } from '@playwright/test'

/** Notes what each document sends to the API, which the driver cannot read from requests made with a `Request`. Returns the bodies sent to a path. */
export async function noteBodies(page: Page): Promise<(path: string) => Promise<Record<string, unknown>[]>> {
  await page.addInitScript(() => {
    const sent: [path: string, body: string][] = []
    const platformFetch = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      if (input instanceof Request && input.method === 'POST') {
        sent.push([new URL(input.url).pathname, await input.clone().text()])
      }
      return await platformFetch(input, init)
    }
    Object.assign(globalThis, { sent })
  })
  return (path) =>
    page.evaluate(
      (path) =>
        (globalThis as unknown as { sent: [string, string][] }).sent
          .filter(([to]) => to === path)
          .map(([, body]) => JSON.parse(body)),
      path,
    )
}
