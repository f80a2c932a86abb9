/** The service worker's file, which the build writes beside the pages, so that its scope is the whole site. */
export const SERVICE_WORKER_FILE = 'service-worker.js'
