import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeFiles } from '../../build/site/files.ts'
import { scratchFolder } from '../server/scratch.ts'

it('writes texts and bytes where their names say, and makes the folders for them', () => {
  const folder = join(scratchFolder(), 'not/there/yet')
  writeFiles(folder, { 'a.txt': 'あ', 'b/c/d.bin': Uint8Array.of(0, 255) })
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('あ')
  expect([...readFileSync(join(folder, 'b/c/d.bin'))]).toEqual([0, 255])
})

it('replaces what is there, and leaves everything else', () => {
  const folder = scratchFolder()
  writeFiles(folder, { 'a.txt': 'a long content', 'b.txt': 'b' })
  writeFiles(folder, { 'a.txt': 'short' })
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('short')
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('b')
})

it('makes nothing where there is nothing to write', () => {
  const folder = scratchFolder()
  writeFiles(join(folder, 'new'), {})
  expect(existsSync(join(folder, 'new'))).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})
