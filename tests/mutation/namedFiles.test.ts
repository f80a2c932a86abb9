import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../run/step.ts'
import { EXPLAINED } from './explained.ts'
import { ROOMS } from './rooms.ts'

/** A pattern for each of the names between its braces. */
function single(pattern: string): string[] {
  const [, before, names, after] = /^(.*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return names === undefined
    ? [pattern]
    : names.split(',').flatMap((name) => single(`${before}${name}${after}`))
}

it('names code and tests that are there: what was moved would be looked at no more', () => {
  const patterns = Object.values(ROOMS).flatMap(({ mutate, tests }) => [mutate, tests].flat())
  const missing = patterns.flatMap(single).filter((one) => globSync(one, { cwd: ROOT }).length === 0)
  expect(missing).toEqual([])
})

it('explains lines that are there, each fault of one once', () => {
  const gone = EXPLAINED.filter(({ file, at }) => !readFileSync(join(ROOT, file), 'utf8').includes(at))
  const twice = EXPLAINED.filter(({ file, at, to = '' }, index) =>
    EXPLAINED.slice(0, index).some(
      (other) =>
        other.file === file &&
        (other.at.includes(at) || at.includes(other.at)) &&
        (other.to ?? '').startsWith(to),
    ),
  )
  expect({ gone, twice }).toEqual({ gone: [], twice: [] })
})
