import { expect, it } from 'vitest'
import { configWarnings, readConfig } from '../../server/config.ts'

const warnings = (env: Record<string, string>) => configWarnings(readConfig(env))
const X = { UPSTREAM: 'x' }

it('finds nothing dangerous in the defaults, nor in X with its defaults', () => {
  expect(warnings({})).toEqual([])
  expect(warnings(X)).toEqual([])
})

it.each([
  ['RATE_LIMIT_PER_MINUTE', { ...X, RATE_LIMIT_PER_MINUTE: '0' }],
  ['POW_DIFFICULTY', { ...X, POW_DIFFICULTY: '0' }],
  ['X_API_BASE', { ...X, X_API_BASE: 'http://x.example', X_BEARER_TOKEN: 'token' }],
  ['AGREEMENT', { AGREEMENT: 'collect' }],
  ['HOST', { TRUST_PROXY: '10.0.0.7' }],
])('names %s in one sentence where it is dangerous', (name, env) => {
  const found = warnings(env)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(new RegExp(`^.*\\b${name}\\b.*\\.$`))
})

it('lets what visitors saw of real accounts be counted', () => {
  expect(warnings({ ...X, AGREEMENT: 'collect' })).toEqual([])
})

it('lets invented answers be had without limits and work', () => {
  expect(warnings({ RATE_LIMIT_PER_MINUTE: '0', POW_DIFFICULTY: '0' })).toEqual([])
})

it('says nothing of proxies on this machine, or where HOST was decided', () => {
  expect(warnings({ TRUST_PROXY: '127.0.0.0/8 ::1' })).toEqual([])
  expect(warnings({ TRUST_PROXY: '10.0.0.7', HOST: '10.0.0.5' })).toEqual([])
})
