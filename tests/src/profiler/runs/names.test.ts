import { describe, expect, it } from 'vitest'
import { readLink } from '../../../../src/profiler/model/settings.ts'
import { aboutText, engineText, partNames, runName, shortName } from '../../../../src/profiler/runs/names.ts'
import { runOf } from './runOf.ts'

describe('partNames', () => {
  const namesOf = (query: string) => partNames(readLink(new URLSearchParams(query), 4).settings)

  it('calls configurations by what they differ in', () => {
    expect(namesOf('against=engine:javascript')).toEqual(['自動（チェックと同じ）', 'JavaScript（ワーカー）'])
    expect(namesOf('lanes=2&against=lanes:1')).toEqual(['ワーカー2', 'ワーカー1'])
    expect(namesOf('against=pool:cold,range:512')).toEqual([
      '準備してから測る・範囲8,192',
      '毎回、起動から測る・範囲512',
    ])
  })

  it('calls the same ones by their order, all or some of them', () => {
    expect(namesOf('against=same')).toEqual(['1つ目', '2つ目'])
    expect(namesOf('lanes=2&against=same&against=lanes:1')).toEqual([
      'ワーカー2',
      'ワーカー2（2つ目）',
      'ワーカー1',
    ])
  })
})

describe('runName', () => {
  const run = runOf('trials=1200&lanes=2&engine=rolled', 1, 1)
  const on = (environment: Partial<typeof run.environment>) => ({
    ...run,
    environment: { ...run.environment, ...environment },
  })

  describe('an engine', () => {
    it('is called by what it does, and by its own name where the page does not have it', () => {
      expect(engineText('javascript')).toBe('JavaScript（ワーカー）')
      expect(engineText('altcha-lib')).toBe('altcha-lib')
      expect(engineText('constructor')).toBe('constructor')
    })
  })

  describe('a run', () => {
    it('is called by its label or else its engine beside another one', () => {
      expect(shortName(on({ label: 'Pixel 8' }))).toBe('Pixel 8')
      expect(shortName(run)).toBe('WASM SIMD（ループ）')
    })

    it('is described by what is measured, and by how many take turns', () => {
      const { settings } = runOf('trials=1200&lanes=2&engine=rolled&against=same&against=pool:cold', 1, 1)
      expect(aboutText(run.settings)).toBe('WASM SIMD（ループ）・難易度4・ワーカー2・1,200回')
      expect(aboutText(settings)).toBe('WASM SIMD（ループ）・難易度4・ワーカー2・1,200回・交互に3通り')
    })

    it('is one line: device, time, and what was measured, with the trials that it has', () => {
      const stopped = { ...on({ label: 'Pixel 8' }), trials: run.trials.slice(0, 60) }
      expect(runName(stopped)).toMatch(
        /^Pixel 8・202[56]\/\d\d\/\d\d \d{1,2}:\d\d・WASM SIMD（ループ）・難易度4・ワーカー2・60回$/,
      )
      const browser = { name: 'Firefox', version: '153.0' }
      expect(runName(on({ browser }))).toMatch(/^Firefox・/)
      expect(runName(run)).toMatch(/^名前のない端末・/)
    })
  })
})
