import { createClient } from 'redis'
import { expect, it } from 'vitest'
import { openBackend } from '../../../server/store/openBackend.ts'
import { startRedis } from '../redisServer.ts'

it('says what of the configuration of Redis would lose results or let a proof be spent twice', async () => {
  const [primary, replica] = [await startRedis(), await startRedis()]
  const open = () => openBackend({ storeUrl: replica.url, dataDir: '' }, () => undefined)
  const client = await createClient({ url: replica.url }).connect()

  const bare = await open()
  expect(bare.warnings).toEqual([expect.stringMatching(/append-only file.*set appendonly yes\.$/)])
  await client.configSet('maxmemory-policy', 'allkeys-lru')
  await client.configSet('appendonly', 'yes')
  const evicting = await open()
  expect(evicting.warnings).toEqual([expect.stringMatching(/allkeys-lru.*set noeviction\.$/)])
  await client.configSet('maxmemory-policy', 'noeviction')
  const good = await open()
  expect(good.warnings).toEqual([])
  await expect(good.store.health()).resolves.toBeUndefined()

  await client.sendCommand(['REPLICAOF', '127.0.0.1', new URL(primary.url).port])
  const following = await open()
  expect(following.warnings).toEqual([expect.stringMatching(/read-only replica/)])
  await expect(following.store.health()).rejects.toThrow(/READONLY|MASTER/)

  client.destroy()
  await Promise.all([bare, evicting, good, following].map(({ store }) => store.close()))
  await Promise.all([primary.kill(), replica.kill()])
})
