import { toJsonSchema } from '@valibot/to-json-schema'
import { describe, expect, it } from 'vitest'
import { figure, likelihood, ratio, short, whole } from '../../../../src/profiler/model/format.ts'
import { Result } from '../../../../src/profiler/model/result.ts'

describe('format', () => {
  describe('a figure', () => {
    it('has three significant digits, and all its whole ones', () => {
      expect([0.04123, 3.2149, 99.94, 100.4, 1_234.5].map(figure)).toEqual([
        '0.0412',
        '3.21',
        '99.9',
        '100',
        '1,235',
      ])
      expect([-3.2149, -1_234.4].map(figure)).toEqual(['-3.21', '-1,234'])
    })

    it('is written without decimals, with two of them, or short', () => {
      expect(whole(19_900_000.4)).toBe('19,900,000')
      expect([1, 1.036].map(ratio)).toEqual(['1.00', '1.04'])
      expect(short(19_900_000)).toBe('1990万')
    })
  })

  it('a likelihood is told from one in ten thousand on, and smaller ones as smaller', () => {
    expect([0.3214, 0.0001, 0.00009999, 0].map(likelihood)).toEqual([
      '= 0.321',
      '= 0.0001',
      '< 0.0001',
      '< 0.0001',
    ])
  })
})

describe('schema', () => {
  it('publishes the result format as JSON Schema (vitest -u writes it anew)', async () => {
    // Whether a text is a real date is more than JSON Schema's own words can say.
    const schema = toJsonSchema(Result, { errorMode: 'ignore' })
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      '../../../../docs/pow-result.schema.json',
    )
  })
})
