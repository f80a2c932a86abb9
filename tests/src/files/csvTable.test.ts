import { expect, it } from 'vitest'
import { csvTable } from '../../../src/lib/download.ts'

const lines = async (...rows: Parameters<typeof csvTable>[0]) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csvTable(rows).arrayBuffer())

it('writes what a spreadsheet reads: a mark, quotes, empty cells, and no formula', async () => {
  const table = csvTable([
    ['a', 1, true, null, undefined],
    ['b"c', 'd,e', 'f\ng', '=HYPERLINK("x")', '@name'],
  ])
  expect(table.type).toBe('text/csv;charset=utf-8')
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await table.arrayBuffer())).toBe(
    '\uFEFFa,1,true,,\r\n"b""c","d,e","f\ng","\'=HYPERLINK(""x"")",\'@name\r\n',
  )
})

it.each([
  ['=1', "'=1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['a=1', 'a=1'],
  ['a-b@c+d', 'a-b@c+d'],
  ['a\rb', '"a\rb"'],
  ['', ''],
  [-1, '-1'],
  [0, '0'],
  [false, 'false'],
])('writes the cell %j as %j', async (cell, written) => {
  expect(await lines([cell])).toBe(`\uFEFF${written}\r\n`)
})

it('writes no row as the mark alone', async () => {
  expect(await lines()).toBe('\uFEFF')
})
