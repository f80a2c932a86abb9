import lighthouse from 'lighthouse'

/** Audits a page once, as a mid-range phone on slow 4G would load it, in the Chromium on `port`. Scores are 0 to 1; LCP and TBT are in milliseconds. */
export async function runAudit(url: string, port: number) {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', formFactor: 'mobile' })
  if (!result) throw new Error(`Lighthouse returned no result for ${url}: its own messages are above`)
  const { categories, audits } = result.lhr
  const scoreOf = (category: string) => categories[category]?.score ?? 0
  const valueOf = (id: string) => audits[id]?.numericValue ?? Number.NaN
  for (const { id, title, score } of Object.values(audits)) {
    if (process.env['VERBOSE'] && score !== null && score < 1)
      console.error(`${url} ${id}: ${title} (${score})`)
  }
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    bestPractices: scoreOf('best-practices'),
    seo: scoreOf('seo'),
    lcp: valueOf('largest-contentful-paint'),
    tbt: valueOf('total-blocking-time'),
    cls: valueOf('cumulative-layout-shift'),
  }
}

export type AuditResult = Awaited<ReturnType<typeof runAudit>>
