import { expect, it } from 'vitest'
import { scanLinks } from '../../bench/page/scanLinks.ts'
import { tableText } from '../../bench/page/tableText.ts'

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
