import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { factsOf, readmePicture, sha256 } from '../screenshots/readme.ts'
import { expect, test } from './fixtures.ts'

const ROOT = join(import.meta.dirname, '../..')

test.use({ ...readmePicture.window, reducedMotion: 'reduce', timezoneId: 'Asia/Tokyo' })

test("the README's picture shows the current page; `npm run screenshots readme` renews it", async ({
  page,
}) => {
  await readmePicture.reach(page)
  await page.evaluate(() => scrollTo(0, 0))
  const picture = readFileSync(join(ROOT, readmePicture.file))
  const facts = readFileSync(join(ROOT, readmePicture.facts), 'utf8')
  expect(`${await factsOf(page)}\n${sha256(picture)}\n`).toBe(facts)
})
