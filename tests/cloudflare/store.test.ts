import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { StoreObject } from '../../server/cloudflare/StoreObject.ts'
import type { NamedObjects } from '../../server/cloudflare/durableStore.ts'
import { scratchFolder } from '../server/scratch.ts'
import { describeDurableStore } from '../server/store/contract.ts'
import { ROOT, startRuntime } from './runtime.ts'

/** Calls a method of a named object and answers its value as JSON. */
const CALLER = `
  export { StoreObject } from './worker.js'
  export default {
    async fetch(request, env) {
      const { name, method, args } = await request.json()
      const object = env.STORE.getByName(name)
      return Response.json({ value: (await object[method](...args)) ?? null })
    },
  }`

const SETTINGS = {
  name: 'caller',
  main: 'caller.js',
  compatibility_date: '2026-11-01',
  compatibility_flags: ['nodejs_compat'],
  durable_objects: { bindings: [{ name: 'STORE', class_name: 'StoreObject' }] },
  migrations: [{ tag: 'v1', new_sqlite_classes: ['StoreObject'] }],
}

/** The store's objects of the built Worker in Cloudflare's runtime, called from here. */
async function openStoreObjects(folder: string) {
  copyFileSync(join(ROOT, 'dist-cloudflare/worker.js'), join(folder, 'worker.js'))
  writeFileSync(join(folder, 'caller.js'), CALLER)
  writeFileSync(join(folder, 'wrangler.json'), JSON.stringify(SETTINGS))
  const running = await startRuntime(join(folder, 'state'), {}, join(folder, 'wrangler.json'))
  const objects: NamedObjects<StoreObject> = {
    getByName: (name) =>
      new Proxy({} as StoreObject, {
        get:
          (_target, method) =>
          async (...args: unknown[]) => {
            const body = JSON.stringify({ name, method, args })
            const answer = await running.call('/', { method: 'POST', body })
            if (!answer.ok) throw new Error(await answer.text())
            return ((await answer.json()) as { value: unknown }).value
          },
      }),
  }
  return { objects, close: () => running.kill() }
}

describe('store', () => {
  const folder = scratchFolder()
  let opened: Awaited<ReturnType<typeof openStoreObjects>>
  beforeAll(async () => {
    opened = await openStoreObjects(folder)
  })
  afterAll(() => opened.close())

  describeDurableStore('Durable Objects', () => opened.objects)
})
