import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileSecretBox } from '../../../server/store/secrets.ts'
import { scratchFolder } from '../scratch.ts'

const folder = scratchFolder()

it('writes for its own user alone, and only over what it was told is there', async () => {
  const box = fileSecretBox(join(folder, 'secrets.json'))
  expect(await box.read()).toBeNull()
  await box.create('first')
  await box.create('another first')
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(await box.replace('third', 'second')).toBe(false)
  expect(await box.read()).toBe('first')
  expect(await box.replace('second', 'first')).toBe(true)
  expect(await box.read()).toBe('second')
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
})

it('takes nothing for missing that cannot be read', async () => {
  mkdirSync(join(folder, 'a folder'))
  await expect(fileSecretBox(join(folder, 'a folder')).read()).rejects.toMatchObject({ code: 'EISDIR' })
})
