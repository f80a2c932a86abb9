import { expect, it } from 'vitest'
import { csvTable } from '../../../src/files/csvTable.ts'
import { batchRows } from '../../../src/posts/batchFile.ts'

const bytes = async (blob: Blob) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())

it('writes what a spreadsheet reads: a mark, quotes, empty cells, and no formula', async () => {
  const table = csvTable([
    ['a', 1, true, null, undefined],
    ['b"c', 'd,e', 'f\ng', '=HYPERLINK("x")', '@name'],
  ])
  expect(await bytes(table)).toBe('\uFEFFa,1,true,,\r\n"b""c","d,e","f\ng","\'=HYPERLINK(""x"")",\'@name\r\n')
})

it('gives a batch a row a post, with its date and what went wrong', () => {
  const rows = batchRows([
    { url: 'https://x.com/a/status/1234567890123456789', status: 'FORBIDDEN' },
    { url: '=1', status: 'INVALID_URL' },
  ])
  expect(rows[1]).toEqual([
    'https://x.com/a/status/1234567890123456789',
    '検索除外',
    expect.stringMatching(/^2020-03-|^\d{4}-/),
    null,
  ])
  expect(rows[2]).toEqual(['=1', 'エラー', null, expect.stringContaining('URL')])
})
