import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const DOCUMENT = readFileSync(join(import.meta.dirname, '../docs/accessibility.md'), 'utf8')

/** The criteria of WCAG 2.2 at each level; 4.1.1 is obsolete. https://www.w3.org/TR/WCAG22/ */
const CRITERIA = {
  A: '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2',
  AA: '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
}

const rows = [...DOCUMENT.matchAll(/^\| ([\d.]+) [^|]+\| (A+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, criterion = '', level = '', state = '', shown = '']) => ({ criterion, level, state, shown }),
)

it.each(['A', 'AA'] as const)('the document speaks of every criterion of level %s, once', (level) => {
  const named = rows.filter((row) => row.level === level).map(({ criterion }) => criterion)
  expect(named.toSorted()).toEqual(CRITERIA[level].split(' ').toSorted())
})

it('gives each criterion a state, and what shows it: a file, a look, or a reason', () => {
  const states = new Set(['met', 'partly', 'not met', 'not applicable'])
  const bare = rows.filter(({ state, shown }) => !states.has(state) || shown.length < 5)
  expect(bare).toEqual([])
})
