import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import { basename, join } from 'node:path'

export type SecretBox = {
  name: string
  read: () => Promise<string | null>
  create: (text: string) => Promise<unknown>
  /** Writes only where `before` still is: false when another was faster. */
  replace: (text: string, before: string) => Promise<boolean>
}

/** A replacement takes milliseconds: a file that is still there after this long was left by a process that died. */
const STALE_MS = 10_000

/** Secrets in a file of their own that only the server's user can read. */
export function createFileSecretBox(path: string): SecretBox {
  const next = `${path}.next`
  const read = () => readFile(path, 'utf8').catch(nullWhenCode('ENOENT'))
  /** Makes a whole file appear under a name at once, unless there is one: false. It belongs to the owner of the file that it is `like`. */
  async function appear(text: string, name: string, like?: Stats): Promise<boolean> {
    const draft = `${path}.${randomUUID()}`
    // By its handle alone: whoever owns the folder may put a link to another file in the draft's place.
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
      if (like) await becomeLike(file, like)
      return (await link(draft, name).then(() => true, nullWhenCode('EEXIST'))) ?? false
    } finally {
      await file.close()
      await rm(draft)
    }
  }
  async function becomeLike(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
    const own = await file.stat()
    if (own.uid !== uid || own.gid !== gid) {
      await file.chown(uid, gid).catch(() => {
        throw new Error(
          `${basename(path)} belongs to another user, who could not read what this one writes; run this as that user or as root.`,
        )
      })
    }
    await file.chmod(mode & 0o777)
  }
  return {
    name: basename(path),
    read,
    create: (text) => appear(text, path),
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

/** Returns why a tool cannot work on a server's folder: there is none, or the server could not read it afterwards. Null if the tool can. */
export async function dataDirFaultSentence(dataDir: string): Promise<string | null> {
  const names = ['checker.db', 'secrets.json']
  const files = await Promise.all(names.map((name) => stat(join(dataDir, name)).catch(() => null)))
  const [database, secrets] = files
  if (!database || !secrets || files.includes(null))
    return `DATA_DIR (${dataDir}) holds no data of a server; give DATA_DIR or STORE_URL as the server has it.`
  return database.uid !== secrets.uid && (secrets.mode & 0o044) === 0
    ? 'secrets.json does not belong to the user that checker.db beside it belongs to: the server cannot read it; give it to that user first.'
    : null
}
