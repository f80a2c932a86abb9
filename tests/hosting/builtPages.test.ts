import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { pages } from '../../src/pages.ts'
import { text } from '../../src/text/ja.ts'

const DIST = join(import.meta.dirname, '../../dist')
const html = (path: string) => readFileSync(join(DIST, path, 'index.html'), 'utf8')
const built = pages.filter(({ isFrame }) => !isFrame).map(({ path }) => ({ path, page: html(path) }))

/** Elements whose content model is phrasing content: headings inside them are invalid HTML. */
const PHRASING = new Set(['span', 'p', 'b', 'strong', 'a', 'label', 'button', 'output', 'small', 'em'])
const VOID = new Set(['meta', 'link', 'br', 'img', 'input', 'hr', 'path', 'circle', 'rect', 'use'])

/** Returns each heading of a page that is inside an element for phrasing content. */
function misplacedHeadings(page: string): string[] {
  const body = page.slice(page.indexOf('<body')).replace(/<(script|style|template|svg)\b[^]*?<\/\1>/g, '')
  const open: string[] = []
  const found: string[] = []
  for (const [, close, name = '', self] of body.matchAll(/<(\/)?([a-z][a-z0-9]*)\b[^>]*?(\/)?>/g)) {
    if (close) open.length = Math.max(open.lastIndexOf(name), 0)
    else if (!VOID.has(name) && !self) {
      const parent = open.find((element) => PHRASING.has(element))
      if (/^h[1-6]$/.test(name) && parent) found.push(`${name} in ${parent}`)
      open.push(name)
    }
  }
  return found
}

describe.each(built)('the built page $path', ({ page }) => {
  it('a built page has no heading inside an element that may contain only words', () => {
    expect(page).toMatch(/<h1\b/)
    expect(misplacedHeadings(page)).toEqual([])
  })

  it('a built page names the version of version.json in the title of its footer', () => {
    const { version, commit } = JSON.parse(readFileSync(join(DIST, 'version.json'), 'utf8')) as {
      version: string
      commit: string
    }
    expect(version).toBe(packageJson.version)
    const [, title] = /<footer\b[^>]*\btitle="([^"]*)"/.exec(page) ?? []
    expect(title).toContain(version)
    expect(title).toContain(commit)
  })

  it('a built page has a contact link, which leads to /privacy if the build names no contact', () => {
    const [link = ''] = new RegExp(`<a [^>]*>${text.info.contact}</a>`).exec(page) ?? []
    expect(link).toContain('href="/privacy#contact"')
    expect(link).toContain('target="_blank"')
  })
})

it('the search for misplaced headings finds a heading in a span', () => {
  expect(
    misplacedHeadings('<body><details><summary><span><h2>Title</h2></span></summary></details>'),
  ).toEqual(['h2 in span'])
})
