import 'fake-indexeddb/auto'

// Node has IndexedDB from here on; and pages that can be left, which it lacks as well.
const page = new EventTarget()
globalThis.addEventListener ??= page.addEventListener.bind(page)
globalThis.removeEventListener ??= page.removeEventListener.bind(page)
globalThis.dispatchEvent ??= page.dispatchEvent.bind(page)
