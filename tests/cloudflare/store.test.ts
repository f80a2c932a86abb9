import { afterAll, beforeAll, expect, it } from 'vitest'
import { durableSecretBox, durableStore, objectNamed, shard } from '../../server/cloudflare/durableStore.ts'
import { scratchFolder } from '../server/scratch.ts'
import { describeStore } from '../server/store/contract.ts'
import { openStoreObjects } from './storeObjects.ts'

const folder = scratchFolder()
let opened: Awaited<ReturnType<typeof openStoreObjects>>
beforeAll(async () => {
  opened = await openStoreObjects(folder)
})
afterAll(() => opened.close())

describeStore(
  'Durable Objects',
  async () => durableStore(opened.objects),
  async (id) => {
    const object = shard(opened.objects, 'history', id)
    await object.removeHistory(id)
    await object.saveHistory(id, '{"results":', 60_000, 1e9)
  },
  // All histories in one object, as if there was one shard.
  async (historiesMax) =>
    durableStore(
      {
        ...opened.objects,
        idFromName: (name) => opened.objects.idFromName(name.replace(/^history-\d+$/, 'history-small')),
      },
      32 * historiesMax,
    ),
)

it('removes expired rows and keeps the others', async () => {
  const object = objectNamed(opened.objects, 'swept')
  await object.writeCache('swept', 'value', 1)
  await object.writeCache('kept', 'value', 600_000)
  expect(await object.sweep()).toBe(true)
  expect(await object.readCache('kept')).toBe('value')
})

it('lets one of several callers create the secrets', async () => {
  const box = durableSecretBox(opened.objects)
  await Promise.all(['first', 'second'].map((text) => box.create(text)))
  const made = await box.read()
  await box.create('third')
  expect(await box.read()).toBe(made)
  const replaced = await Promise.all(['fourth', 'fifth'].map((text) => box.replace(text, made ?? '')))
  expect(replaced.filter(Boolean)).toHaveLength(1)
})
