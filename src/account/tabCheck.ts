import { screenNameFault } from '../../contract/screenName.ts'
import { readFromTab, removeFromTab, storeInTab } from '../lib/tabStore.ts'
import type { AccountQuery } from './checkAccount.ts'

/** The options of a check: the account, and whether to check its latest posts and the reposts among them. */
export type AccountCheckOptions = Omit<AccountQuery, 'variant'>

const KEY = 'account.check'

/**
 * Stores in the tab the check that was started last, until its result is shown. `isRunning`: it starts again after a reload, and if the browser
 * discarded the tab. Otherwise it only fills in the form.
 */
export function storeTabCheck({ screenName, posts, reposts }: AccountCheckOptions, isRunning: boolean): void {
  storeInTab(KEY, { screenName, posts, reposts, isRunning })
}

export const removeTabCheck = (): void => removeFromTab(KEY)

export function readTabCheck(): { options: AccountCheckOptions; isRunning: boolean } | null {
  const stored = Object(readFromTab(KEY)) as Record<keyof AccountCheckOptions | 'isRunning', unknown>
  const { screenName, posts, reposts, isRunning } = stored
  if (typeof screenName !== 'string') return null
  const options = { screenName, posts: posts !== false, reposts: reposts !== false }
  return { options, isRunning: isRunning === true && screenNameFault(screenName) === null }
}

/** A reload, a discarded tab and Back may start a check again; an address that was typed or a link may not. */
export function mayResume(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  return opened !== undefined && opened instanceof PerformanceNavigationTiming && opened.type !== 'navigate'
}
