import { afterEach, describe, expect, it, vi } from 'vitest'
import { csvTable, download, fileName, jsonFile } from '../../../src/lib/download.ts'

describe('csvTable', () => {
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
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠a', "'＠a"],
    ['\n=1', '"\'\n=1"'],
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
})

describe('download', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('names a file after its subject and the local time, with two digits each', () => {
    const time = new Date(2026, 0, 2, 3, 4, 5).getTime()
    expect(fileName('posts', time, 'csv')).toBe('posts-20260102-030405.csv')
    expect(fileName('x-report', new Date(2026, 11, 31, 23, 59, 58).getTime(), 'png')).toBe(
      'x-report-20261231-235958.png',
    )
  })

  it('writes a value so that people can read it too', async () => {
    const file = jsonFile({ version: 1, list: [null] })
    expect(file.type).toBe('application/json')
    expect(await file.text()).toBe('{\n  "version": 1,\n  "list": [\n    null\n  ]\n}\n')
  })

  it('hands a file over by its name, and frees it only when the browser has had time to read it', () => {
    vi.useFakeTimers()
    const link = { href: '', download: '', click: vi.fn<() => void>() }
    vi.stubGlobal('document', { createElement: (tag: string) => (tag === 'a' ? link : undefined) })
    const blob = new Blob(['content'])
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
    const freed = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    download('posts.csv', blob)
    expect(made.mock.calls).toEqual([[blob]])
    expect(link).toMatchObject({ href: 'blob:1', download: 'posts.csv' })
    expect(link.click).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(9_999)
    expect(freed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(freed.mock.calls).toEqual([['blob:1']])
  })
})
