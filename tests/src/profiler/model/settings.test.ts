import { assert, integer, property, record, string } from 'fast-check'
import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  defaultRange,
  LIMITS,
  queryOf,
  Settings,
  settingsFrom,
} from '../../../../src/profiler/model/settings.ts'

const from = (query: string, cores = 4) => settingsFrom(new URLSearchParams(query), cores)

describe('settingsFrom', () => {
  it('has a default for everything', () => {
    expect(from('')).toEqual({
      difficulty: 4,
      trials: 1_000,
      lanes: 4,
      engine: 'auto',
      keyLength: 48,
      pool: 'warm',
      range: 8_192,
      seed: 1,
    })
  })

  it('reads a whole link', () => {
    const link = 'difficulty=3&trials=2000&lanes=2&engine=subtle&keyLength=36&pool=cold&range=1024&seed=7'
    expect(queryOf(from(link)).toString()).toBe(link)
  })

  it('puts numbers within their bounds and lanes within the cores', () => {
    expect(from('difficulty=9&trials=0&lanes=99&range=1&seed=9999999999')).toMatchObject({
      difficulty: 6,
      trials: 1,
      lanes: 4,
      range: 64,
      seed: 4_294_967_295,
    })
  })

  it('gives the page engine one lane, since there is only one page', () => {
    expect(from('engine=page&lanes=4').lanes).toBe(1)
  })

  it('follows the difficulty with the range until one is asked for', () => {
    expect(from('difficulty=3').range).toBe(512)
    expect(from('difficulty=3&range=2048').range).toBe(2_048)
    expect([0, 1, 2, 3, 4, 5, 6].map(defaultRange)).toEqual([256, 256, 256, 512, 8_192, 16_384, 16_384])
  })

  it('never gives what the schema refuses, whatever the address bar holds', () => {
    const names = [...Object.keys(LIMITS), 'engine', 'pool']
    const query = record(Object.fromEntries(names.map((name) => [name, string()])))
    assert(
      property(query, integer({ min: 1, max: 64 }), (entries, cores) => {
        const settings = settingsFrom(new URLSearchParams(entries), cores)
        expect(parse(Settings, settings)).toEqual(settings)
      }),
    )
  })
})
