import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scanLinks } from '../../bench/page/scanLinks.ts'
import { tableText } from '../../bench/page/tableText.ts'

describe('options', () => {
  const BENCH = join(import.meta.dirname, '../../bench')

  /** What a command prints and ends with, before it measures anything. */
  function run(command: string, ...words: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(BENCH, command), ...words], {
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  it.each(['pow/start.ts', 'collect/main.ts', 'same.ts', 'difficulty/main.ts'])(
    'prints the usage of %s with --help, and with what is wrong before exit code 64',
    (command) => {
      const { status, stdout } = run(command, '--help')
      expect(status).toBe(0)
      expect(stdout).toMatch(/^npm run bench:/)
      const wrong = run(command, '--nonsense')
      expect(wrong.status).toBe(64)
      expect(wrong.stderr).toContain(stdout.trim())
      expect(wrong.stderr).not.toContain('    at ')
    },
  )

  it.each([
    ['pow/start.ts', '--rounds=many'],
    ['pow/start.ts', '--url=nowhere'],
    ['collect/main.ts', '--port=99999'],
    ['difficulty/main.ts', '--difficulties=4,9'],
  ])('refuses for %s the value %s with 64 and one sentence', (command, option) => {
    const { status, stderr } = run(command, option)
    expect(status).toBe(64)
    expect(stderr).toContain(`${option.split('=')[0]} must be `)
  })
})

describe('page', () => {
  const LINK = 'http://localhost:8787/pow?difficulty=4&trials=10'

  it('has one link without a list, and one for every combination of the lists', () => {
    expect(scanLinks(LINK, [])).toEqual([LINK])
    expect(scanLinks(LINK, ['difficulty=2,3', 'lanes=1,2'])).toEqual(
      [
        'difficulty=2&trials=10&lanes=1',
        'difficulty=2&trials=10&lanes=2',
        'difficulty=3&trials=10&lanes=1',
        'difficulty=3&trials=10&lanes=2',
      ].map((query) => `http://localhost:8787/pow?${query}`),
    )
  })

  it.each(['lanes', 'lanes=', '=1,2'])('refuses %s as a list', (list) => {
    expect(() => scanLinks(LINK, [list])).toThrow('--scan is a name and its values')
  })

  it('refuses what is no address before anything runs', () => {
    expect(() => scanLinks('pow', ['lanes=1'])).toThrow('--url is the address of /pow')
  })

  it('writes figures as tables that Markdown and AsciiDoc read, whatever a device calls itself', () => {
    const rows = [
      { device: 'Pixel | 8', lanes: 2 },
      { device: 'desktop', lanes: 1 },
    ]
    expect(tableText('runs.md', rows)).toBe(
      '| device | lanes |\n| --- | --- |\n| Pixel \\| 8 | 2 |\n| desktop | 1 |\n',
    )
    expect(tableText('runs.adoc', rows)).toBe(
      '[%header]\n|===\n|device |lanes\n|Pixel \\| 8 |2\n|desktop |1\n|===\n',
    )
  })
})
