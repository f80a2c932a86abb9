import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { filesText } from '../../../src/text/files.ts'
import { text } from '../../../src/text/ja.ts'
import { logText } from '../../../src/text/log.ts'
import { resultText } from '../../../src/text/result.ts'
import { undoText } from '../../../src/text/undo.ts'
import { postFormText } from '../../../src/text/postForm.ts'
import { translate } from '../steps.ts'
import { EXCLUDED, OK, row } from '../postSteps.ts'
import {
  NAMES,
  entered,
  gotBatch,
  gotFailure,
  gotResult,
  pathOf,
  removed,
  reloaded,
  showLog,
  undone,
  verdictOf,
} from './model.ts'
import type { Name, Tab, World } from './model.ts'

type Action = {
  /** Whether a visitor could do this now; by default always. */
  can?: (world: World, tab: Tab) => boolean
  /** How much more often it is done than others; by default not. */
  weight?: number
  /** Does it, waits for what it leads to, and says so in the model. Returns a remark for the list of steps. */
  act: (world: World, tab: Tab) => Promise<string | void>
}

const isOn = (tab: Tab, path: string) => new URL(tab.page.url()).pathname === path
const isAtAccount = (_world: World, tab: Tab) => isOn(tab, '/')
const isAtLog = (_world: World, tab: Tab) => isOn(tab, '/log')
/** Pages whose code is not loaded yet cannot be opened without a connection. */
const isOnline = ({ isOnline }: World) => isOnline

const field = (page: Page) => page.locator('input[name="screen_name"]')
const progress = (page: Page) => page.getByRole('region', { name: text.progress.label })

/** What the three ways to write a name are. */
const WRITINGS = [
  (name: Name) => name,
  (name: Name) => `＠${name}`,
  (name: Name) => `https://x.com/${name}?s=20`,
] as const

/** The check of an account ends as the network and the operator let it. */
async function checked(world: World, tab: Tab, name: Name): Promise<string> {
  const { page } = tab
  tab.isFresh = false
  const isAnswered = world.isOnline && world.settings.maintenance === ''
  if (isAnswered) {
    await expect(
      page.locator('section[data-answer]').getByText(`@${name}`, { exact: true }).first(),
    ).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/\\?screen_name=${name}$`))
    gotResult(world, tab, name)
  } else {
    const sentence = world.isOnline ? world.settings.maintenance : text.alert.offline
    await expect(page.locator('[role="alert"]:not([data-earlier])').getByText(sentence)).toBeVisible()
    gotFailure(tab, name)
  }
  return isAnswered ? name : `${name}, which fails`
}

function typed(tab: Tab, value: string | null): void {
  tab.typed = value === null ? null : { value, path: pathOf(tab.page) }
}

/** An earlier failure is shown until the next check has begun. */
async function markFailures({ page }: Tab): Promise<void> {
  await page
    .locator('[role="alert"]')
    .evaluateAll((alerts) => alerts.forEach((alert) => alert.setAttribute('data-earlier', '')))
}

async function startCheck(world: World, tab: Tab): Promise<Name> {
  const name = world.pick(NAMES)
  await markFailures(tab)
  await field(tab.page).fill(world.pick(WRITINGS)(name))
  await field(tab.page).press('Enter')
  return name
}

async function followLink(world: World, tab: Tab, label: string, path: string): Promise<void> {
  await tab.page.getByRole('link', { name: label, exact: true }).last().click()
  await expect(tab.page).toHaveURL(`${world.url}${path}`)
  await expect(tab.page.getByRole('heading', { level: 1 })).toBeFocused()
  tab.isFresh = false
  entered(world, tab)
}

async function openPostForm(world: World, tab: Tab): Promise<void> {
  await tab.page.getByRole('link', { name: text.tab.post }).first().click()
  await expect(tab.page).toHaveURL(`${world.url}/tweetcheck`)
  await expect(tab.page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeFocused()
  tab.isFresh = false
  entered(world, tab)
}

async function traverse(world: World, tab: Tab, direction: 'back' | 'forward'): Promise<string> {
  const { page } = tab
  const went = await page.evaluate(async (direction) => {
    const { navigation } = window
    if (!navigation?.[direction === 'back' ? 'canGoBack' : 'canGoForward']) return false
    await navigation[direction]().committed
    return true
  }, direction)
  tab.wentBack = went && direction === 'back'
  if (!went) return 'nowhere'
  tab.isFresh = true
  entered(world, tab)
  return pathOf(page)
}

/** Everything that the walks do. */
export const ACTIONS: Record<string, Action> = {
  'check an account': {
    can: isAtAccount,
    weight: 4,
    async act(world, tab) {
      const name = await startCheck(world, tab)
      const how = await checked(world, tab, name)
      typed(tab, name)
      return how
    },
  },
  'try a failed check again': {
    can: (_world, tab) => isOn(tab, '/') && tab.failed !== null,
    async act(world, tab) {
      const retry = tab.page.getByRole('button', { name: text.action.retry })
      if (!tab.failed || !(await retry.isVisible())) return 'is not offered'
      await markFailures(tab)
      await retry.click()
      return await checked(world, tab, tab.failed)
    },
  },
  'cancel a check': {
    can: (world, tab) => isOnline(world) && isOn(tab, '/'),
    async act(world, tab) {
      const { page } = tab
      const release = world.holdChecks()
      const name = await startCheck(world, tab)
      await progress(page).getByRole('button', { name: text.action.cancel }).click()
      await expect(progress(page)).toHaveCount(0)
      release()
      Object.assign(tab, { isFresh: false, failed: null })
      entered(world, tab)
      typed(tab, name)
      return name
    },
  },
  'reload during a check': {
    can: (world, tab) => isOnline(world) && world.settings.maintenance === '' && isOn(tab, '/'),
    async act(world, tab) {
      const { page } = tab
      const release = world.holdChecks()
      const name = await startCheck(world, tab)
      await expect(progress(page)).toContainText(text.phase.server)
      await page.reload()
      release()
      reloaded(world, tab)
      const how = await checked(world, tab, name)
      tab.isFresh = true
      typed(tab, name)
      return how
    },
  },
  'leave during a check': {
    can: (world, tab) => isOnline(world) && isOn(tab, '/'),
    async act(world, tab) {
      const release = world.holdChecks()
      const name = await startCheck(world, tab)
      await expect(progress(tab.page)).toBeVisible()
      tab.failed = null
      typed(tab, name)
      await openPostForm(world, tab)
      release()
      return name
    },
  },
  'type something': {
    can: isAtAccount,
    async act(world, tab) {
      const value = world.pick(['sbx_', 'なまえ', 'a b'])
      await field(tab.page).fill(value)
      tab.isFresh = false
      typed(tab, value)
      return value
    },
  },
  'open the start view': {
    can: (world, tab) => isOnline(world) && pathOf(tab.page) !== '/',
    async act(world, tab) {
      await tab.page.getByRole('link', { name: text.tab.account, exact: true }).first().click()
      await expect(tab.page).toHaveURL(`${world.url}/`)
      Object.assign(tab, { isFresh: true, typed: null })
      entered(world, tab)
    },
  },
  'open the stored result of an account': {
    can: (world, tab) =>
      isOnline(world) && pathOf(tab.page) === '/' && world.device.isOn && world.device.checks.length > 0,
    async act(world, tab) {
      const { page } = tab
      const name = world.pick([...new Set(world.device.checks.map((check) => check.name))])
      const chip = page.getByRole('link', { name: `@${name}、` })
      if (!(await chip.isVisible())) return 'is not offered'
      await chip.click()
      await expect(page).toHaveURL(new RegExp(`/\\?screen_name=${name}$`))
      Object.assign(tab, { isFresh: true, typed: null })
      entered(world, tab)
      return name
    },
  },
  'open the log': {
    can: (world, tab) => isOnline(world) && !isAtLog(world, tab),
    async act(world, tab) {
      await followLink(world, tab, text.log, '/log')
    },
  },
  'check an account from the log': {
    can: (world, tab) => isOnline(world) && isAtLog(world, tab) && (tab.log?.checks.length ?? 0) > 0,
    async act(world, tab) {
      const name = world.pick(tab.log?.checks ?? []).name
      await tab.page
        .getByRole('region', { name: `@${name}`, exact: true })
        .getByRole('link', { name: logText.check })
        .click()
      await expect(tab.page).toHaveURL(new RegExp(`/\\?screen_name=${name}$`))
      entered(world, tab)
      const how = await checked(world, tab, name)
      typed(tab, name)
      return how
    },
  },
  'delete one check': {
    can: (_world, tab) => (tab.log?.checks.length ?? 0) > 0,
    async act(world, tab) {
      const { name, id } = world.pick(
        tab.log?.checks.filter((check, at, all) => all.findIndex((one) => one.name === check.name) === at) ??
          [],
      )
      const first = tab.page
        .getByRole('region', { name: `@${name}`, exact: true })
        .getByRole('listitem')
        .filter({ has: tab.page.locator('summary') })
        .first()
      await first.locator('summary').first().click()
      await first.getByRole('button', { name: logText.remove }).click()
      await expect(tab.page.getByText(logText.removed)).toBeVisible()
      tab.isFresh = false
      removed(world, tab, (one) => one === id)
      return name
    },
  },
  'delete all': {
    can: (_world, tab) => (tab.log?.checks.length ?? 0) + (tab.log?.batches.length ?? 0) > 0,
    async act(world, tab) {
      await tab.page.getByRole('button', { name: logText.removeAll }).click()
      await expect(tab.page.getByText(logText.removed)).toBeVisible()
      tab.isFresh = false
      removed(world, tab, () => true)
    },
  },
  'undo a deletion': {
    can: (_world, tab) => tab.removed !== null,
    async act(world, tab) {
      await tab.page.getByRole('button', { name: undoText.undo }).click()
      await expect(tab.page.getByText(undoText.restored)).toBeVisible()
      undone(world, tab)
    },
  },
  'switch the log off or on': {
    can: (_world, tab) => tab.log !== null,
    async act(world, tab) {
      const on = !tab.log?.isOn
      await tab.page.getByLabel(logText.keep).setChecked(on)
      world.device.isOn = on
      showLog(world, tab)
      tab.isFresh = false
      return on ? 'on' : 'off'
    },
  },
  'check posts': {
    can: (world) => isOnline(world) && world.settings.maintenance === '',
    async act(world, tab) {
      const { page } = tab
      if (!isOn(tab, '/tweetcheck')) await openPostForm(world, tab)
      const remove = page.getByRole('button', { name: /欄を削除$/ })
      while ((await remove.count()) > 1) await remove.last().click()
      const posts = world.pick([
        { ok: 1, excluded: 0 },
        { ok: 1, excluded: 1 },
      ] as const)
      await row(page, 1).fill(posts.excluded > 0 ? '' : OK)
      if (posts.excluded > 0) await paste(page, postFormText.row.label(1), `${OK}\n${EXCLUDED}`)
      await expect(row(page, 1)).toHaveValue(OK)
      await page.getByRole('button', { name: text.post.submit }).click()
      await expect(page).toHaveURL(/\/tweetcheck\/history\//)
      gotBatch(world, pathOf(page), posts)
      return JSON.stringify(posts)
    },
  },
  'go back': { can: isOnline, act: (world, tab) => traverse(world, tab, 'back') },
  'go forward': {
    can: (world, tab) => isOnline(world) && tab.wentBack,
    act: (world, tab) => traverse(world, tab, 'forward'),
  },
  reload: {
    can: isOnline,
    async act(world, tab) {
      await tab.page.reload()
      reloaded(world, tab)
    },
  },
  'go to another tab': {
    can: isOnline,
    async act(world, tab) {
      const other = world.tabs.find((one) => one !== tab) ?? (await world.openTab())
      world.current = other
      await other.page.bringToFront()
      // The driver's tabs are all visible all the time.
      await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    },
  },
  'lose or get the connection': {
    // The code of a check was loaded, and at most one tab repeats its check.
    can: ({ tabs }) =>
      tabs.every(({ memory }) => memory.size > 0) && tabs.filter(({ failed }) => failed !== null).length < 2,
    async act(world) {
      const failed: Tab[] = []
      for (const one of world.tabs)
        if (!world.isOnline && (await one.page.getByText(text.alert.offline).isVisible())) failed.push(one)
      world.isOnline = !world.isOnline
      await world.current.page.context().setOffline(!world.isOnline)
      for (const one of failed) if (one.failed) await checked(world, one, one.failed)
      return world.isOnline ? 'get' : 'lose'
    },
  },
  'the operator begins or ends maintenance': {
    can: (world, tab) => isAtAccount(world, tab) || world.settings.maintenance !== '',
    async act({ settings }) {
      settings.maintenance = settings.maintenance === '' ? 'ただいまメンテナンス中です' : ''
      return settings.maintenance === '' ? 'ends' : 'begins'
    },
  },
  'translate the page': {
    can: (_world, { isTranslated }) => !isTranslated,
    async act(_world, tab) {
      await tab.page.evaluate(translate)
      tab.isTranslated = true
    },
  },
  'print the page': {
    can: (_world, tab) => isOn(tab, '/') && tab.shown?.kind === 'answer',
    async act(_world, tab) {
      const { page, shown } = tab
      await page.emulateMedia({ media: 'print' })
      if (shown)
        await expect(page.locator('section[data-answer] h2').first()).toContainText(verdictOf(shown.name))
      await page.emulateMedia({ media: 'screen' })
      // What is not printed loses the focus in this emulation.
      tab.isFresh = true
    },
  },
  'save the picture': {
    can: (_world, tab) => isOn(tab, '/') && tab.shown?.kind === 'answer',
    async act(_world, tab) {
      const { page, shown } = tab
      const drawn = () => page.evaluate(() => (window as typeof window & { drawnWords: string }).drawnWords)
      const before = (await drawn()).length
      const download = page.waitForEvent('download')
      await page.locator('section[data-answer]').getByRole('button', { name: filesText.savePicture }).click()
      await download
      tab.isFresh = false
      const words = (await drawn()).slice(before)
      expect(words).toContain(`@${shown?.name}`)
      if (shown) expect(words).toContain(verdictOf(shown.name))
    },
  },
  'share the result': {
    can: (_world, tab) => isOn(tab, '/') && tab.shown?.kind === 'answer',
    async act(_world, tab) {
      // Only now, because a route keeps all that is loaded out of the browser's cache.
      await tab.page.context().route('https://x.com/**', (route) => route.fulfill({ body: 'X' }))
      const popup = tab.page.waitForEvent('popup')
      await tab.page
        .locator('section[data-answer]')
        .getByRole('link', { name: resultText.share.account })
        .click()
      await (await popup).close()
      await tab.page.context().unrouteAll()
      tab.isFresh = false
    },
  },
}

async function paste(page: Page, label: string, words: string): Promise<void> {
  await page.getByLabel(label).evaluate((field, words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', words)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, words)
}
