import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { chmod, chown, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { SecretBox } from './SecretBox.ts'

/** A replacement takes milliseconds: a file that is still there after this long was left by a process that died. */
const STALE_MS = 10_000

/** What is to be replaced belongs to a user who could not read what this one writes. */
export class ForeignSecrets extends Error {
  override name = 'ForeignSecrets'
  constructor(boxName: string) {
    super(
      `${boxName} belongs to another user, who could not read what this one writes; run this as that user or as root.`,
    )
  }
}

/** Secrets in a file of their own that only the server's user can read. */
export function fileSecretBox(path: string): SecretBox {
  const next = `${path}.next`
  const read = () => readFile(path, 'utf8').catch(nullWhenCode('ENOENT'))
  /** Makes a whole file appear under a name at once, unless there is one: false. It belongs to the owner of the file that it is `like`. */
  async function appear(text: string, name: string, like?: Stats): Promise<boolean> {
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, text, { mode: 0o600, flush: true })
    try {
      if (like) await becomeLike(draft, like)
      return (await link(draft, name).then(() => true, nullWhenCode('EEXIST'))) ?? false
    } finally {
      await rm(draft)
    }
  }
  async function becomeLike(draft: string, { uid, gid, mode }: Stats): Promise<void> {
    const own = await stat(draft)
    if (own.uid !== uid || own.gid !== gid) {
      await chown(draft, uid, gid).catch(() => {
        throw new ForeignSecrets(basename(path))
      })
    }
    await chmod(draft, mode & 0o777)
  }
  return {
    name: basename(path),
    read,
    async create(text) {
      await appear(text, path)
    },
    async replace(text, before) {
      const left = await stat(next).catch(nullWhenCode('ENOENT'))
      if (left && Date.now() - left.mtimeMs > STALE_MS) await rm(next, { force: true })
      if (!(await appear(text, next, await stat(path)))) return false
      if ((await read()) === before) {
        await rename(next, path)
        return true
      }
      await rm(next)
      return false
    },
  }
}

function nullWhenCode(code: string) {
  return (error: NodeJS.ErrnoException): null => {
    if (error.code === code) return null
    throw error
  }
}
