/**
 * The home page reserves space for the accounts that were checked here from its first paint, so that nothing moves when the device's log has
 * been read. A script in the page's HTML copies the stored value into `data-room`.
 */
export const HOME_SPACE_STORAGE_KEY = 'home-room'

export function hasReservedHomeSpace(): boolean {
  return document.documentElement.dataset['room'] !== undefined
}

/** Stores the space for the next page load. The page that is open keeps the space that it has. */
export function storeReservedHomeSpace(isReserved: boolean): void {
  try {
    if (isReserved) localStorage.setItem(HOME_SPACE_STORAGE_KEY, 'accounts')
    else localStorage.removeItem(HOME_SPACE_STORAGE_KEY)
  } catch {
    // A browser that denies its storage has no log either.
  }
}
