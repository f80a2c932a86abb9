import { GROUP_LOOKS } from '../../src/results/groups.ts'
import { readFile } from 'node:fs/promises'
import { UNSEARCHED_REASONS } from '../../contract/evidence.ts'
import { filesText } from '../../src/text/files.ts'
import { observationText } from '../../src/text/observations.ts'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { postSearchText } from '../../src/text/postSearch.ts'
import { resultText } from '../../src/text/result.ts'
import { undoText } from '../../src/text/undo.ts'
import { expectFaultless } from './looks.ts'
import { expect, test } from './fixtures.ts'
import { isPrefetched } from './observe.ts'
import { EXCLUDED, OK, checkPosts, more, results, sandboxPost } from './postSteps.ts'

const RESTRICTED = sandboxPost('04')
/** The sandbox reads the reason from the two digits before the last one. */
const unsearched = (reason: (typeof UNSEARCHED_REASONS)[number]) =>
  `https://x.com/sbx_clear/status/1980000000000000${String(UNSEARCHED_REASONS.indexOf(reason)).padStart(2, '0')}5`
const UNSEARCHED = unsearched('not_offered')

const words = postSearchText
const { see } = words

test('says what each verdict rests on, and is clear about nothing that search did not answer @sizes', async ({
  page,
}) => {
  await checkPosts(page, [OK, EXCLUDED, RESTRICTED, UNSEARCHED])
  const row = (index: number) => results(page).nth(index)
  await expect(row(0)).toContainText('検索除外')
  await expect(
    page.getByText(/^検索で4回探して見つかりませんでした（\d+月\d+日 \d\d:\d\d）。$/),
  ).toBeVisible()
  await expect(row(1)).toContainText(/検索OK.*検索で見つかりました（/)
  await expect(row(2)).toContainText(`閲覧制限`)
  await expect(row(2)).toContainText(words.restricted)
  await expect(row(3)).toContainText('未判定')
  await expect(row(3)).toContainText(`${words.visible}${words.why.not_offered}`)
  const chips = page.getByRole('group', { name: resultText.filter.group })
  await expect(chips.getByRole('checkbox')).toHaveCount(6)
  for (const chip of ['閲覧制限 1', '未判定 1']) {
    await chips.getByRole('checkbox', { name: chip }).uncheck()
  }
  await expect(results(page)).toHaveCount(2)
  await expect(page.getByText(GROUP_LOOKS.restricted.legend)).toHaveCount(1)
  await expectFaultless(page)
})

test('lets the visitor look in the search of X, keeps the answer here, and sends it nowhere', async ({
  page,
}) => {
  await checkPosts(page, [UNSEARCHED, OK])
  const row = results(page).filter({ hasText: resultText.badge.unsearched })
  await expect(page.getByText(see.title, { exact: true })).toHaveCount(1)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await row.getByText(see.title, { exact: true }).click()
  const link = row.getByRole('link', { name: see.link })
  const id = UNSEARCHED.split('/').at(-1) ?? ''
  const query = `from:sbx_clear since_id:${BigInt(id) - 1n} max_id:${id}`
  await expect(link).toHaveAttribute('href', `https://x.com/search?q=${encodeURIComponent(query)}&f=live`)
  await row.getByRole('radio', { name: see.answers.unseen }).check()
  await expect(row.getByText(observationText.outcome.kept)).toBeVisible()
  await expect(row).toContainText(`あなたの確認：${see.answers.unseen}（`)
  await expect(row).toContainText(resultText.badge.unsearched)
  await expectFaultless(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: filesText.csv }).click()
  const table = await readFile(await (await download).path(), 'utf8')
  expect(table).toContain(`sbx_clear,${see.answers.unseen},`)
  expect(sent.filter((url) => !isPrefetched(url))).toEqual([])

  await more(page)
  await page.getByRole('link', { name: text.history.open }).click()
  await expect(page.getByRole('heading', { name: text.history.h1 })).toBeVisible()
  await expect(results(page).first()).toContainText(`あなたの確認：${see.answers.unseen}（`)

  await page.goto('/log')
  const card = page.getByRole('region', { name: logText.postFindings })
  await expect(card).toContainText('@sbx_clear のポスト')
  await card.getByRole('button', { name: logText.remove }).click()
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: undoText.undo }).click()
  await expect(card).toBeVisible()
  await page.getByRole('button', { name: logText.removeAll }).click()
  await expect(card).toHaveCount(0)
})
