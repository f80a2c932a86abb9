/**
 * The home page reserves space for the accounts that were checked here before it is painted, so that nothing moves when the device's log has
 * been read. A script in the page's HTML copies the stored value into `data-room` of a page that is loaded.
 */
export const HOME_SPACE_STORAGE_KEY = 'home-room'

export function hasReservedHomeSpace(): boolean {
  return document.documentElement.dataset['room'] !== undefined
}

/** Reserves the stored space on a start view that is being opened. */
export function reserveHomeSpace(): void {
  const { dataset } = document.documentElement
  const stored = inStorage((storage) => storage.getItem(HOME_SPACE_STORAGE_KEY))
  if (stored) dataset['room'] = stored
  else delete dataset['room']
}

/** Stores the space for the next start view. The one that is open keeps the space that it has. */
export function storeReservedHomeSpace(isReserved: boolean): void {
  inStorage((storage) => {
    if (isReserved) storage.setItem(HOME_SPACE_STORAGE_KEY, 'accounts')
    else storage.removeItem(HOME_SPACE_STORAGE_KEY)
  })
}

function inStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    // A browser that denies its storage has no log either.
    return null
  }
}
