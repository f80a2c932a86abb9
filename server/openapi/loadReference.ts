import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReferencePageFiles } from './openapi.ts'

const REFERENCE_FILES = {
  '/docs': { file: 'reference.html', type: 'text/html; charset=utf-8' },
  '/docs/viewer.js': { file: 'reference.js', type: 'text/javascript; charset=utf-8' },
  '/docs/viewer.css': { file: 'reference.css', type: 'text/css; charset=utf-8' },
} as const

export function loadReferencePage(): ReferencePageFiles {
  const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
  return new Map(
    Object.entries(REFERENCE_FILES).map(([path, { file, type }]) => [path, { text: read(file), type }]),
  )
}
