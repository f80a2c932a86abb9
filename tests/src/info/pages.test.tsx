import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { howText } from '../../../src/text/how.ts'
import { text } from '../../../src/text/ja.ts'
import { privacyText } from '../../../src/text/privacy.ts'
import { hashtagText, searchDoubts } from '../../../src/text/reasons.ts'

describe('what a build says on the pages of information', () => {
  const { own, api, elsewhere, sent, server, device, ads, contact } = privacyText

  beforeEach(() => {
    vi.resetModules()
    vi.stubEnv('VITE_API_BASE', '')
  })
  afterEach(() => vi.unstubAllEnvs())

  /** The words of the page in a build with these variables. */
  async function pageFor(variables: Record<string, string>, path: 'privacy' | 'how' = 'privacy') {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    const { HowPage } = await import('../../../src/info/HowPage.tsx')
    const { PrivacyPage } = await import('../../../src/info/PrivacyPage.tsx')
    return renderToStaticMarkup(
      <StaticRouter location={`/${path}`}>{path === 'how' ? <HowPage /> : <PrivacyPage />}</StaticRouter>,
    )
  }

  it('the pages about the method and privacy mention other servers only if the API is on another site', async () => {
    const general = [howText.items.servers, howText.posts.servers]
    const own = [await pageFor({}, 'how'), await pageFor({})].join('')
    for (const words of [...general, server.scope]) expect(own).not.toContain(words)
    vi.resetModules()
    const elsewhere = { VITE_API_BASE: 'https://api.example.org' }
    const other = [await pageFor(elsewhere, 'how'), await pageFor(elsewhere)].join('')
    for (const words of [...general, server.scope]) expect(other).toContain(words)
  })

  it('the page about the method says in three sentences why a post can be missing under a hashtag, and links to where to look', async () => {
    const html = await pageFor({}, 'how')
    expect(hashtagText.lines).toHaveLength(3)
    const words = html.replaceAll(/<[^>]+>/g, '')
    for (const said of [hashtagText.title, ...hashtagText.lines, hashtagText.any.label])
      expect(words).toContain(said)
    expect(html).toContain('href="https://x.com/search-advanced"')
  })

  it('the page about the method says what may look like a search ban', async () => {
    const page = await pageFor({}, 'how')
    for (const said of searchDoubts) expect(page).toContain(said)
  })

  it("the privacy page mentions only this site's server if nothing else is configured", async () => {
    const html = await pageFor({})
    for (const fact of [sent.account(own), sent.posts(own), sent.noTimings]) expect(html).toContain(fact)
    expect(html).toContain(sent.address(own, own))
    // One place is named once.
    expect(sent.address(own, own).split(own)).toHaveLength(2)
    for (const fact of [device.runs('')[1], device.cookies(false)[1], ads.none, contact.none])
      expect(html).toContain(`>${fact}<`)
    expect(html).not.toContain('Google')
    expect(html).not.toContain('href="http')
  })

  it('the privacy page names the API, and recognises that the address and the durations go to the same host', async () => {
    const there = api('api.example.org')
    const base = 'https://api.example.org'
    const html = await pageFor({ VITE_API_BASE: base, VITE_TIMING_URL: `${base}/api/timings` })
    for (const send of [sent.account, sent.posts, sent.timings]) expect(html).toContain(send(there))
    expect(html).toContain(sent.address(there, there))
    expect(html).not.toContain(own)
  })

  it('the privacy page names other services that receive the address or the durations', async () => {
    const html = await pageFor({
      VITE_IP_LOOKUP_URL: 'https://ip.example/?format=json',
      VITE_TIMING_URL: 'https://timings.example:8443/take',
    })
    expect(html).toContain(sent.address(elsewhere('ip.example'), own))
    expect(html).toContain(sent.timings(elsewhere('timings.example:8443')))
    expect(html).not.toContain(sent.noTimings)
  })

  it('the privacy page names where profiler results are sent without a question, and says that durations go to this site if their URL is a path', async () => {
    const there = 'https://collector.example'
    const html = await pageFor({ VITE_POW_POST_ORIGINS: `https:, ${there}`, VITE_TIMING_URL: '/api/timings' })
    expect(html).toContain(sent.timings(own))
    expect(html).toContain(`>${device.runs(there)[1]}<`)
  })

  it('the privacy page says that Cloudflare can restore what was deleted only if a Worker serves site and API', async () => {
    const html = await pageFor({ VITE_HOST: 'cloudflare' })
    expect(html).toContain(server.restorable[1])
    for (const other of [
      { VITE_HOST: 'server' },
      { VITE_HOST: 'cloudflare', VITE_API_BASE: 'https://a.example' },
    ]) {
      vi.resetModules()
      expect(await pageFor(other)).not.toContain(server.restorable[1])
    }
  })

  it('the privacy page describes the advertising network and its cookies if there is one, and names a contact', async () => {
    const html = await pageFor({ VITE_AD_CLIENT: 'ca-pub-1', VITE_CONTACT_URL: 'mailto:us@checker.example' })
    for (const fact of [ads.network, device.cookies(true)[1], contact.about]) expect(html).toContain(fact)
    for (const href of [ads.policy.href, ads.settings.href, 'mailto:us@checker.example'])
      expect(html).toContain(`href="${href}"`)
    expect(html).not.toContain(`>${device.cookies(false)[1]}`)
    expect(html).not.toContain(ads.none)
  })

  it('a page without an advertising client has its placeholder unless the operator hides it', async () => {
    const draw = async () => {
      const { AdSlot } = await import('../../../src/ads/AdSlot.tsx')
      return renderToStaticMarkup(<AdSlot />)
    }
    expect(await draw()).toContain(text.ad.placeholder)
    vi.resetModules()
    vi.stubEnv('VITE_AD_PLACEHOLDER', 'hide')
    expect(await draw()).toBe('')
  })
})
