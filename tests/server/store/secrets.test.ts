import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { FileHandle, open as Open, stat as Stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { createFileSecretBox } from '../../../server/store/secrets.ts'
import { scratchFolder } from '../scratch.ts'

// Only root may give a file away, and these tests run as anybody: `operatorTools.test.ts` does it for real where it can.
const { chown, owner, atOpen } = vi.hoisted(() => ({
  /** Called when a draft is there. */
  atOpen: vi.fn((_draft: string) => undefined),
  chown: vi.fn<FileHandle['chown']>(),
  owner: { of: '', more: {} as { uid?: number; gid?: number } },
}))
vi.mock('node:fs/promises', async (importActual) => {
  const actual = await importActual<{ stat: typeof Stat; open: typeof Open }>()
  const stat = async (path: string) => Object.assign(await actual.stat(path), path === owner.of && owner.more)
  const open = async (...given: Parameters<typeof Open>) => {
    const file = await actual.open(...given)
    atOpen(String(given[0]))
    return Object.assign(file, { chown })
  }
  return { ...actual, open, stat }
})

const root = scratchFolder()
let folder = ''
let path = ''
let count = 0
beforeEach(() => {
  folder = join(root, String(++count))
  path = join(folder, 'secrets.json')
  mkdirSync(folder)
  writeFileSync(path, 'first')
  chmodSync(path, 0o640)
  chown.mockReset().mockResolvedValue()
})
/** Replaces secrets of an owner other than this process's user in these respects. */
async function replaceAsOwnedBy(more: { uid?: number; gid?: number }) {
  Object.assign(owner, { of: path, more })
  return await createFileSecretBox(path).replace('second', 'first')
}
const { uid, gid } = statSync(root)

it('a file of secrets is readable only by its own user, and is replaced only if it still has the expected content', async () => {
  const box = createFileSecretBox(join(folder, 'new.json'))
  expect(await box.read()).toBeNull()
  await box.create('first')
  await box.create('another first')
  expect(statSync(join(folder, 'new.json')).mode & 0o777).toBe(0o600)
  expect(await box.replace('third', 'second')).toBe(false)
  expect(await box.read()).toBe('first')
  expect(await box.replace('second', 'first')).toBe(true)
  expect(await box.read()).toBe('second')
  expect(statSync(join(folder, 'new.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['new.json', 'secrets.json'])
})

it('a file of secrets that cannot be read is not taken for missing', async () => {
  mkdirSync(join(folder, 'a folder'))
  await expect(createFileSecretBox(join(folder, 'a folder')).read()).rejects.toMatchObject({ code: 'EISDIR' })
})

it('a file of secrets that its owner replaces keeps its owner and its permissions', async () => {
  expect(await replaceAsOwnedBy({})).toBe(true)
  expect(chown).not.toHaveBeenCalled()
  expect(statSync(path).mode & 0o777).toBe(0o640)
})

it.each([
  ['user', { uid: uid + 1, gid }],
  ['group', { uid, gid: gid + 1 }],
])(
  'a file of secrets that is written for another user is given to the %s of the old file',
  async (_, other) => {
    expect(await replaceAsOwnedBy(other)).toBe(true)
    expect(chown.mock.calls).toEqual([[other.uid, other.gid]])
    expect(readFileSync(path, 'utf8')).toBe('second')
  },
)

it('a file of secrets of another user stays unchanged if the new file cannot be given to that user', async () => {
  chown.mockRejectedValue(Object.assign(new Error('not permitted'), { code: 'EPERM' }))
  await expect(replaceAsOwnedBy({ uid: uid + 1 })).rejects.toThrow(/^secrets\.json belongs to another user/)
  expect(readFileSync(path, 'utf8')).toBe('first')
  expect(readdirSync(folder)).toEqual(['secrets.json'])
})

it('a file that the owner of the folder links in place of the draft stays unchanged when secrets are replaced', async () => {
  const other = join(root, 'other')
  writeFileSync(other, 'not theirs')
  chmodSync(other, 0o600)
  atOpen.mockImplementationOnce((draft) => {
    renameSync(draft, `${draft}.aside`)
    symlinkSync(other, draft)
  })
  await replaceAsOwnedBy({ uid: uid + 1 }).catch(() => undefined)
  expect(statSync(other).mode & 0o777).toBe(0o600)
  expect(readFileSync(other, 'utf8')).toBe('not theirs')
})
