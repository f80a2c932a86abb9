/** The session storage key under which the guided check of this tab is kept. */
export const GUIDE_KEY = 'account.guide'

/** Whether a guided check was left off in this tab: in X's page, or when the browser discarded the tab. */
export function isGuideKept(): boolean {
  try {
    return sessionStorage.getItem(GUIDE_KEY) !== null
  } catch {
    return false
  }
}
