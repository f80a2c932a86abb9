import { DAY_MS } from '../../contract/dates.ts'
import { rejectAfter } from '../../contract/async.ts'
import { config } from '../config.ts'
import { SERVICE_WORKER_FILE } from './serviceWorkerFile.ts'
import { countActiveWatches } from './watchStore.ts'

/** The name of the periodic sync, by which the browser wakes the service worker. */
export const WATCH_SYNC_TAG = 'watches'

/** The browser decides how often it really wakes the worker; a watch checks once a day however often that is. */
const SYNC_INTERVAL_MS = DAY_MS / 2

/** Longest wait until a new service worker is active, in milliseconds. */
const ACTIVATION_TIMEOUT_MS = 30_000

/** Only Chromium has periodic sync, so TypeScript's library lacks it. */
type PeriodicSyncRegistration = ServiceWorkerRegistration & {
  periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> }
}

/** The ways in which a device can run a watch. `background`: it checks by itself and may notify. `silent`: it checks by itself but must not notify. `opened`: the page checks when it is opened. */
export type WatchAbility = 'background' | 'silent' | 'opened'

export async function readWatchAbility(): Promise<WatchAbility> {
  if (!(await canSync())) return 'opened'
  return typeof Notification !== 'undefined' && Notification.permission !== 'denied' ? 'background' : 'silent'
}

async function canSync(): Promise<boolean> {
  const hasSync =
    typeof ServiceWorkerRegistration !== 'undefined' && 'periodicSync' in ServiceWorkerRegistration.prototype
  if (!hasSync || !navigator.serviceWorker) return false
  try {
    const name = 'periodic-background-sync' as PermissionName
    return (await navigator.permissions.query({ name })).state === 'granted'
  } catch {
    return false
  }
}

/** Asks for notifications, if the device checks by itself and was not asked before; within a tap. */
export async function askForNotifications(ability: WatchAbility): Promise<void> {
  if (ability === 'background' && Notification.permission === 'default') {
    await Notification.requestPermission().catch(() => undefined)
  }
}

const isOurs = ({ active, waiting, installing }: ServiceWorkerRegistration) =>
  (active ?? waiting ?? installing)?.scriptURL.endsWith(config.base + SERVICE_WORKER_FILE) ?? false

/**
 * Registers the service worker if there is a watch that it can check, else unregisters it. Returns whether the device checks by itself from now
 * on; a browser may refuse that although it has granted the permission.
 */
export async function updateServiceWorkerRegistration(now: number = Date.now()): Promise<boolean> {
  const isWanted = (await countActiveWatches(now)) > 0 && (await canSync())
  if (isWanted && (await register())) return true
  await unregister()
  return false
}

async function register(): Promise<boolean> {
  try {
    const registration: PeriodicSyncRegistration = await navigator.serviceWorker.register(
      config.base + SERVICE_WORKER_FILE,
      { scope: config.base, updateViaCache: 'none' },
    )
    // This waits for this registration, not for the page's: a site in a folder may be in the scope of another worker.
    await rejectAfter(activated(registration), ACTIVATION_TIMEOUT_MS, 'The service worker was not activated')
    await registration.periodicSync?.register(WATCH_SYNC_TAG, { minInterval: SYNC_INTERVAL_MS })
    return registration.periodicSync !== undefined
  } catch {
    return false
  }
}

async function activated({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting
  if (active || !coming) return
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve()
      if (coming.state === 'redundant') reject(new Error('The service worker could not be installed'))
    })
  })
}

async function unregister(): Promise<void> {
  try {
    const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
    await Promise.all(registrations.filter(isOurs).map((registration) => registration.unregister()))
  } catch {
    // A browser that denies its storage has no registrations either.
  }
}

type BadgeNavigator = Navigator & {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** Shows on the icon of the installed page how many changes were not told yet, if the platform can. */
export async function setAppBadgeCount(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as BadgeNavigator
  const shown = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator)
  await shown?.catch(() => undefined)
}
