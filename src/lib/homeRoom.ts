/**
 * The parts for which the home page reserves space from its first paint, so that nothing moves when the device's log has been read: the accounts that were
 * checked here, and the news of watches. A script in the page's HTML copies the value into `data-room`.
 */
export type ReservedHomeSpace = 'accounts' | 'watches'

export const HOME_SPACE_STORAGE_KEY = 'home-room'

export function hasReservedHomeSpace(): boolean {
  return document.documentElement.dataset['room'] !== undefined
}

/** Stores the space for the next page load. The page that is open keeps the space that it has. */
export function storeReservedHomeSpace(room: ReservedHomeSpace | null): void {
  try {
    if (room) localStorage.setItem(HOME_SPACE_STORAGE_KEY, room)
    else localStorage.removeItem(HOME_SPACE_STORAGE_KEY)
  } catch {
    // A browser that denies its storage has no log either.
  }
}
