import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { SecretBox } from '../keyring.ts'

/** Secrets in a file of their own that only the server's user can read. */
export function fileSecretBox(path: string): SecretBox {
  const draft = `${path}.${process.pid}.new`
  const written = (text: string) => writeFile(draft, text, { mode: 0o600, flush: true })
  return {
    read: () => readFile(path, 'utf8').catch(nullWhenCode('ENOENT')),
    async create(text) {
      await written(text)
      await link(draft, path).catch(nullWhenCode('EEXIST'))
      await rm(draft)
    },
    async replace(text) {
      await written(text)
      await rename(draft, path)
    },
  }
}

function nullWhenCode(code: string) {
  return (error: NodeJS.ErrnoException): null => {
    if (error.code === code) return null
    throw error
  }
}
