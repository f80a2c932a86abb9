import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoreObject } from '../../server/cloudflare/StoreObject.ts'
import type { NamedObjects } from '../../server/cloudflare/durableStore.ts'
import { scratchFolder } from '../server/scratch.ts'
import { describeDurableStore } from '../server/store/contract.ts'
import { BUILT, startRuntime } from './runtime.ts'

/** Calls a method of a named object and answers its value as JSON. The methods of the class below tell of its storage, and call its alarm now. */
const CALLER = `
  import { StoreObject as Product } from './worker.js'
  export class StoreObject extends Product {
    nextAlarm() { return this.ctx.storage.getAlarm() }
    cached() { return this.ctx.storage.sql.exec('SELECT key FROM cache').toArray().map(({ key }) => key) }
    async ring() {
      await this.ctx.storage.deleteAlarm()
      await this.alarm()
    }
  }
  export default {
    async fetch(request, env) {
      const { name, method, args } = await request.json()
      const object = env.STORE.getByName(name)
      return Response.json({ value: (await object[method](...args)) ?? null })
    },
  }`

type ProbedObject = StoreObject & {
  nextAlarm: () => Promise<number | null>
  cached: () => Promise<string[]>
  ring: () => Promise<void>
}

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
  copyFileSync(join(BUILT, 'dist-cloudflare/worker.js'), join(folder, 'worker.js'))
  writeFileSync(join(folder, 'caller.js'), CALLER)
  writeFileSync(join(folder, 'wrangler.json'), JSON.stringify(SETTINGS))
  const running = await startRuntime(join(folder, 'state'), {}, join(folder, 'wrangler.json'))
  const objects: NamedObjects<ProbedObject> = {
    getByName: (name) =>
      new Proxy({} as ProbedObject, {
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

  it('an object sets an alarm with its first row, at which it removes expired rows, and the next one while rows are left', async () => {
    const object = opened.objects.getByName('cache-with-an-alarm')
    const write = (key: string, ttlMs: number) =>
      object.call('writeCache', [{ key, value: 'value', ttlMs }], Date.now() - 60_000)
    expect(await object.nextAlarm()).toBeNull()
    await write('expired', 1)
    expect(await object.nextAlarm()).toBeGreaterThan(Date.now())
    await write('left', 3_600_000)
    await object.ring()
    expect(await object.cached()).toEqual(['left'])
    expect(await object.nextAlarm()).toBeGreaterThan(Date.now())
    await write('left', 1)
    await object.ring()
    expect(await object.cached()).toEqual([])
    expect(await object.nextAlarm()).toBeNull()
  })
})
