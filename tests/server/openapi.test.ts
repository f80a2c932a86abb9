import { describe, expect, it } from 'vitest'
import { loadReference } from '../../server/openapi/loadReference.ts'
import { testApp } from './testApp.ts'

const app = testApp({ reference: loadReference() })
type Operation = {
  responses: Record<string, { content: { 'application/json': { schema: { $ref: string } } } }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { required?: string[]; properties?: object }> }
}
const read = async () => (await (await app.request('/api/openapi.json')).json()) as Document

describe('the description of the API', () => {
  it('is OpenAPI 3.1 and holds every call that is answered', async () => {
    const document = await read()
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const answered = app.routes
      .filter(({ path, method }) => path.startsWith('/api/') && !path.includes('*') && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path}`)
      .filter((call) => !/docs|openapi/.test(call))
    expect(described.sort()).toEqual([...new Set(answered)].sort())
  })

  it('refers only to schemas that it holds, generated from those of the contract', async () => {
    const { paths, components } = await read()
    const answers = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => Object.values(responses)),
    )
    const names = answers.map(
      ({ content }) => content['application/json'].schema.$ref.split('/').at(-1) ?? '',
    )
    expect(names.every((name) => name in components.schemas)).toBe(true)
    expect(components.schemas['CheckRequest']?.required).toEqual([
      'screen_name',
      'key',
      'searchban',
      'repost',
    ])
    expect(Object.keys(components.schemas['AccountCheck']?.properties ?? {})).toContain('reply_deboosting')
  })

  it('lists the refusals of each call', async () => {
    const { paths } = await read()
    const statuses = Object.keys(paths['/api/check-by-user']?.['post']?.responses ?? {})
    expect(statuses).toEqual(['200', '400', '401', '403', '409', '413', '415', '429', '502', '503', '504'])
  })

  it('has a page that loads nothing from other origins', async () => {
    const page = await app.request('/api/docs')
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    const html = await page.text()
    expect(html).not.toMatch(/https?:|<script>|style=|onclick/)
    const loaded = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
    const statuses = await Promise.all(loaded.map(async (path) => (await app.request(path)).status))
    expect(statuses).toEqual([200, 200, 200])
  })
})
