import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { privacyText } from '../../../src/text/privacy.ts'

const { own, api, elsewhere, sent, device, ads, contact } = privacyText

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('VITE_API_BASE', '')
})
afterEach(() => vi.unstubAllEnvs())

/** The words of the page in a build with these variables. */
async function pageFor(variables: Record<string, string>): Promise<string> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { PrivacyPage } = await import('../../../src/info/PrivacyPage.tsx')
  return renderToStaticMarkup(
    <StaticRouter location="/privacy">
      <PrivacyPage />
    </StaticRouter>,
  )
}

describe('the privacy page', () => {
  it("speaks of this site's server alone where nothing else was configured", async () => {
    const html = await pageFor({})
    for (const fact of [sent.account(own), sent.posts(own), sent.address(own, own), sent.noTimings])
      expect(html).toContain(fact)
    for (const fact of [device.noCookies, ads.none, contact.none]) expect(html).toContain(fact)
    expect(html).not.toContain('Google')
    expect(html).not.toContain('href="http')
  })

  it('names the API, and takes its address call and its timings for the same place', async () => {
    const there = api('api.example.org')
    const base = 'https://api.example.org'
    const html = await pageFor({ VITE_API_BASE: base, VITE_TIMING_URL: `${base}/api/timings` })
    for (const fact of [
      sent.account(there),
      sent.posts(there),
      sent.address(there, there),
      sent.timings(there),
    ])
      expect(html).toContain(fact)
    expect(html).not.toContain(own)
  })

  it('names services elsewhere that learn the address or the durations', async () => {
    const html = await pageFor({
      VITE_IP_LOOKUP_URL: 'https://ip.example/?format=json',
      VITE_TIMING_URL: 'https://timings.example:8443/take',
    })
    expect(html).toContain(sent.address(elsewhere('ip.example'), own))
    expect(html).toContain(sent.timings(elsewhere('timings.example:8443')))
    expect(html).not.toContain(sent.noTimings)
  })

  it('names where results of the profiler go without a question, and that all other places are asked about', async () => {
    const there = 'https://collector.example'
    expect(await pageFor({})).toContain(`${device.runs}</li>`)
    vi.resetModules()
    const html = await pageFor({ VITE_POW_POST_ORIGINS: `https:, ${there}` })
    expect(html).toContain(`${device.runs}${device.runsUnasked(there)}</li>`)
  })

  it('says that durations go to this site where their address is a path', async () => {
    expect(await pageFor({ VITE_TIMING_URL: '/api/timings' })).toContain(sent.timings(own))
  })

  it('tells of the advertising network and of its cookies where there is one, and whom to ask', async () => {
    const html = await pageFor({ VITE_AD_CLIENT: 'ca-pub-1', VITE_CONTACT_URL: 'mailto:us@checker.example' })
    for (const fact of [ads.network, device.adCookies, contact.about]) expect(html).toContain(fact)
    for (const href of [ads.policy.href, ads.settings.href, 'mailto:us@checker.example'])
      expect(html).toContain(`href="${href}"`)
    expect(html).not.toContain(`>${device.noCookies}`)
    expect(html).not.toContain(ads.none)
  })
})
