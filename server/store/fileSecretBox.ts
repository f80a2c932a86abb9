import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { SecretBox } from './SecretBox.ts'

/** A replacement takes milliseconds: a file that is still there after this long was left by a process that died. */
const STALE_MS = 10_000

/** Secrets in a file of their own that only the server's user can read. */
export function fileSecretBox(path: string): SecretBox {
  const next = `${path}.next`
  const read = () => readFile(path, 'utf8').catch(nullWhenCode('ENOENT'))
  /** Makes a whole file appear under a name at once, unless there is one: false. */
  async function appear(text: string, name: string): Promise<boolean> {
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, text, { mode: 0o600, flush: true })
    const isFirst = await link(draft, name).then(() => true, nullWhenCode('EEXIST'))
    await rm(draft)
    return isFirst ?? false
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
      if (!(await appear(text, next))) return false
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
