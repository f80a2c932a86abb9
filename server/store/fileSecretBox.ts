import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { SecretBox } from './SecretBox.ts'

/** Secrets in a file of their own that only the server's user can read. */
export function fileSecretBox(path: string): SecretBox {
  const written = async (text: string) => {
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, text, { mode: 0o600, flush: true })
    return draft
  }
  return {
    read: () => readFile(path, 'utf8').catch(nullWhenCode('ENOENT')),
    async create(text) {
      const draft = await written(text)
      await link(draft, path).catch(nullWhenCode('EEXIST'))
      await rm(draft)
    },
    async replace(text) {
      await rename(await written(text), path)
    },
  }
}

function nullWhenCode(code: string) {
  return (error: NodeJS.ErrnoException): null => {
    if (error.code === code) return null
    throw error
  }
}
