import { config } from '../config.ts'
import { readOfferedWatches, watchedChecks } from '../account/checkWatched.ts'
import { watchText } from '../text/watch.ts'
import { WATCH_SYNC_TAG, setAppBadgeCount } from '../watch/registration.ts'
import { runDueWatches } from '../watch/runWatches.ts'
import type { Watch } from '../watch/watch.ts'
import { readAllWatches, countActiveWatches } from '../watch/watchStore.ts'

/*
 * Checks watched accounts and posts while no page is open. The page registers it with the first watch and unregisters it with the last.
 * It has no `fetch` handler and no cache, so it can neither serve an old page nor slow a load.
 */

type WaitingEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type Events = {
  install: WaitingEvent
  periodicsync: WaitingEvent & { tag: string }
  notificationclick: WaitingEvent & { notification: Notification }
}

/** The part of `ServiceWorkerGlobalScope` that is used here; TypeScript's library of pages lacks it. */
type WorkerScope = {
  registration: ServiceWorkerRegistration
  clients: { openWindow: (url: string) => Promise<unknown> }
  skipWaiting: () => Promise<void>
  addEventListener: <Name extends keyof Events>(name: Name, act: (event: Events[Name]) => void) => void
}
const worker = globalThis as unknown as WorkerScope

// After an upgrade of the site the new worker replaces the old one at once: no page depends on either.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))

worker.addEventListener('periodicsync', (event) => {
  if (event.tag === WATCH_SYNC_TAG) event.waitUntil(checkDueWatches())
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(worker.clients.openWindow(answerUrl(event.notification.data)))
})

/** Address of the home page with the stored result of an account or, for posts, of the log. */
function answerUrl(name: unknown): string {
  if (typeof name !== 'string') return `${config.base}log`
  return `${config.base}?screen_name=${encodeURIComponent(name)}&kept`
}

async function checkDueWatches(): Promise<void> {
  const { signal } = new AbortController()
  for (const { news } of await runDueWatches(watchedChecks, readOfferedWatches, signal)) {
    if (news) await notify(news)
  }
  const untold = (await readAllWatches()).filter(({ confirmedAt }) => confirmedAt !== null)
  await setAppBadgeCount(untold.length)
  // Unregistering would close a notification that the visitor has not seen yet.
  const isSeen = (await worker.registration.getNotifications()).length === 0
  if (isSeen && (await countActiveWatches(Date.now())) === 0) await worker.registration.unregister()
}

/** If the permission was revoked, the page reports the change when it is opened next. */
async function notify(watch: Watch): Promise<void> {
  const { title, body } = watchText.notification(watch)
  const icon = `${config.base}icon-192.png`
  const options = { body, icon, lang: 'ja', tag: watch.account, data: 'name' in watch ? watch.name : null }
  await worker.registration.showNotification(title, options).catch(() => undefined)
}
