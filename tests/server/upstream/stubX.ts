import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (url: URL, response: ServerResponse, request: IncomingMessage) => void
export type StubX = { base: string; asked: string[]; close: () => Promise<void> }

/** An HTTP server that speaks as X does, as far as a test tells it to. Paths are matched by their beginning; anything else is 404 HTML. */
export async function startStubX(answers: Record<string, Answer>): Promise<StubX> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stub')
    asked.push(url.pathname + url.search)
    // X's clock goes as ours, which a test may have set.
    response.setHeader('Date', new Date().toUTCString())
    const path = Object.keys(answers).find((start) => url.pathname.startsWith(start))
    const answer = path === undefined ? htmlPage(404) : answers[path]
    answer?.(url, response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The variables of a server that asks this X, with a token and the permission to check accounts. */
export const xEnv = ({ base }: StubX) => ({
  UPSTREAM: 'x',
  X_API_BASE: base,
  X_OEMBED_BASE: base,
  X_BEARER_TOKEN: 'token',
  X_ACCOUNT_CHECKS: 'permitted',
})

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (_url, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

/** X's own problem report, as its newer answers have it. */
export const problem = (status: number, type: string, more: object = {}) =>
  json(
    {
      title: 'Problem',
      detail: 'Something is so.',
      type: `https://api.x.com/2/problems/${type}`,
      status,
      ...more,
    },
    status,
  )

export function htmlPage(status: number): Answer {
  return (_url, response) => {
    response
      .writeHead(status, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>X</title>Something went wrong')
  }
}

/** Takes the request and never says anything. */
export const hanging: Answer = () => undefined

const missing = (title: string, detail: string) => ({
  errors: [
    {
      parameter: 'username',
      resource_type: 'user',
      title,
      detail,
      type: 'https://api.twitter.com/2/problems/resource-not-found',
    },
  ],
})
export const suspended = (name: string) => missing('Forbidden', `User has been suspended: [${name}].`)
export const notFound = (name: string) =>
  missing('Not Found Error', `Could not find user with username: [${name}].`)

export function oembedOf(html = '<blockquote class="twitter-tweet"><p>本文</p></blockquote>\n\n') {
  return {
    url: 'https://twitter.com/a/status/1',
    author_name: 'a',
    author_url: 'https://twitter.com/a',
    html,
    width: 550,
    height: null,
    type: 'rich',
    cache_age: '3153600000',
    provider_name: 'Twitter',
    provider_url: 'https://twitter.com',
    version: '1.0',
  }
}
