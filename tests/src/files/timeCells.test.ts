import { expect, it } from 'vitest'
import { timeCells, timeHeads } from '../../../src/lib/fileFormats.ts'

it('writes a moment on a clock in Japan and in ISO 8601, each below its own head', () => {
  expect(timeHeads('日時')).toEqual(['日時（日本時間）', '日時（ISO 8601）'])
  expect(timeCells(Date.UTC(2025, 9, 19, 19, 56, 59, 7))).toEqual([
    '2025-10-20 04:56',
    '2025-10-19T19:56:59.007Z',
  ])
})

it('leaves the cells of an unknown moment empty, and those of the first one not', () => {
  expect([timeCells(null), timeCells(undefined)]).toEqual([
    [null, null],
    [null, null],
  ])
  expect(timeCells(0)).toEqual(['1970-01-01 09:00', '1970-01-01T00:00:00.000Z'])
})
