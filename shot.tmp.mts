import { chromium } from 'playwright'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium' })
for (const [w, h] of [[360, 740], [1280, 900]] as const)
  for (const scheme of ['light', 'dark'] as const) {
    const c = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, locale: 'ja-JP' })
    const p = await c.newPage()
    await p.goto('http://localhost:4871/report')
    await p.getByRole('button', { name: '見本で試す' }).click()
    await p.getByText('4つの項目への手がかり').first().waitFor()
    await p.waitForTimeout(800)
    await p.screenshot({ path: `/tmp/labels-${w}-${scheme}.png`, fullPage: true })
    console.log(w, await p.evaluate(() => document.documentElement.scrollWidth))
    await c.close()
  }
await b.close()
