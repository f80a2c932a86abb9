import { describe, expect, it } from 'vitest'
import { pageHtml } from '../../build/site/pages.ts'
import { SITE } from './siteFacts.ts'

const SHARED = '<script type="module" crossorigin src="/assets/base.js"></script>'
const ENTRY = '<script type="module" crossorigin src="/assets/index.js"></script>'
const TEMPLATE = `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    ${SHARED}
    ${ENTRY}
    <link rel="stylesheet" crossorigin href="/assets/style.css">
    <link rel="icon" href="/icon.svg" />
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`
const BUILT = { folder: '/nowhere', template: TEMPLATE, styles: 'a{color:red}', scriptsOf: () => [] }
const PAGE = {
  head: '<title>How</title><meta name="robots" content="noindex"/><link rel="canonical" href="/how"/>',
  body: '<main>How it works</main>',
  route: '/how',
}
const LINKS = `    <link rel="icon" href="/icon.svg" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <noscript><link rel="stylesheet" href="/noscript.css" /></noscript>
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <title data-page>How</title><meta data-page name="robots" content="noindex"/><link data-page rel="canonical" href="/how"/>
`

describe('a page', () => {
  it('is the built one with its content, its own head, the styles inline and links to what goes with the site', () => {
    expect(pageHtml(BUILT, PAGE, SITE, [])).toBe(`<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    ${SHARED}
    ${ENTRY}
    <style>a{color:red}</style>
${LINKS}  </head>
  <body>
    <div id="root" data-route="/how"><main>How it works</main></div>
  </body>
</html>
`)
  })

  it('finds what goes with the site below its base', () => {
    const html = pageHtml(BUILT, PAGE, { ...SITE, base: '/sub/' }, [])
    expect(html).toContain('<link rel="manifest" href="/sub/manifest.webmanifest" />')
    expect(html).toContain('<noscript><link rel="stylesheet" href="/sub/noscript.css" /></noscript>')
    expect(html).toContain('<link rel="apple-touch-icon" href="/sub/apple-touch-icon.png" />')
  })

  it('fetches early the scripts that its route needs, but none that it starts with anyway', () => {
    const html = pageHtml(BUILT, PAGE, SITE, [
      '/assets/how.js',
      '/assets/base.js',
      '/assets/index.js',
      '/assets/ui.js',
    ])
    const preloads = html.split('\n').filter((line) => line.includes('modulepreload'))
    expect(preloads).toEqual([
      '    <link rel="modulepreload" crossorigin href="/assets/how.js" />',
      '    <link rel="modulepreload" crossorigin href="/assets/ui.js" />',
    ])
  })

  it('connects early to an API elsewhere', () => {
    const site = { ...SITE, apiBase: 'https://api.example', ipLookupUrl: 'https://ip.example/json' }
    const html = pageHtml(BUILT, PAGE, site, [])
    expect(html.match(/<link rel="preconnect".*>/g)).toEqual([
      '<link rel="preconnect" href="https://api.example" crossorigin />',
      '<link rel="preconnect" href="https://ip.example" crossorigin />',
    ])
    expect(pageHtml(BUILT, PAGE, SITE, [])).not.toContain('preconnect')
  })

  it('holds what was rendered and built letter by letter, signs that a replacement would read included', () => {
    const styles = "a::after{content:'$&$1$`'}"
    const page = { head: "<title>$& $'</title>", body: "<p>$& $1 $' $$</p>", route: '*' }
    const html = pageHtml({ ...BUILT, styles }, page, SITE, [])
    expect(html).toContain(`<style>${styles}</style>`)
    expect(html).toContain("<title data-page>$& $'</title>")
    expect(html).toContain(`<div id="root" data-route="*">${page.body}</div>`)
  })

  it('is started by a script in it alone where it carries advertisements, under a policy that trusts no file', () => {
    const html = pageHtml(BUILT, PAGE, { ...SITE, carriesAds: true }, ['/assets/base.js', '/assets/how.js'])
    expect(html).toBe(`<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <style>a{color:red}</style>
${LINKS}    <link rel="modulepreload" crossorigin href="/assets/how.js" />
  </head>
  <body>
    <div id="root" data-route="/how"><main>How it works</main></div>
  <script>{const s=document.createElement('script');s.type='module';s.src='/assets/index.js';document.head.append(s)}</script></body>
</html>
`)
  })

  it.each([
    ['its root', TEMPLATE.replace('<div id="root">', '<div id="app">')],
    ['its script', TEMPLATE.replace(SHARED, '').replace(ENTRY, '<script src="/old.js"></script>')],
  ])('is not made from a file that has lost %s', (_what, template) => {
    expect(() => pageHtml({ ...BUILT, template }, PAGE, SITE, [])).toThrow(
      'index.html has lost its root or its script',
    )
  })
})
