import { describe, expect, it } from 'vitest'
import type { Environment } from '../../../../src/profiler/model/result.ts'
import type { Settings } from '../../../../src/profiler/model/settings.ts'
import { isRepetition, isSameDevice, searchSameKeys } from '../../../../src/profiler/runs/compare.ts'
import { runOf } from './runOf.ts'

const run = runOf('trials=2&lanes=2', 1, 1)
const on = (environment: Partial<Environment>) => ({
  ...run,
  environment: { ...run.environment, ...environment },
})
const asked = (settings: Partial<Settings>) => ({ ...run, settings: { ...run.settings, ...settings } })

describe('two runs', () => {
  it('are of one device where all agrees that a browser tells of it, whenever they were made', () => {
    const later = on({ date: '2026-02-02T00:00:00.000Z', clockResolution: 1 })
    expect(isSameDevice(run, later)).toBe(true)
    expect(isRepetition(run, later)).toBe(true)
  })

  it.each([
    { label: 'another' },
    { runtime: 'browser' },
    { userAgent: 'another' },
    { platform: 'another' },
    { cpu: 'another' },
    { cores: 3 },
    { memory: 8 },
  ] as const)('are of two devices where they differ in %o', (environment) => {
    expect(isSameDevice(run, on(environment))).toBe(false)
    expect(isRepetition(run, on(environment))).toBe(false)
  })

  it.each([{ seed: 2 }, { keyLength: 36 }, { difficulty: 3 }])(
    'search other keys where they differ in %o',
    (settings) => {
      expect(searchSameKeys(run, asked(settings))).toBe(false)
      expect(isRepetition(run, asked(settings))).toBe(false)
    },
  )

  it.each([{ engine: 'rolled' }, { lanes: 1 }, { pool: 'cold' }, { range: 64 }, { trials: 3 }] as const)(
    'search the same keys, but are no repetitions, where they differ in %o',
    (settings) => {
      expect(searchSameKeys(run, asked(settings))).toBe(true)
      expect(isRepetition(run, asked(settings))).toBe(false)
    },
  )
})
