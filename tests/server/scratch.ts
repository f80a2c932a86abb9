import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A fresh folder that is gone after the file's tests. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'checker-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
