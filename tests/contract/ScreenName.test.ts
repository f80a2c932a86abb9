import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { screenNameFault } from '../../contract/names.ts'
import { SANDBOX_ACCOUNTS } from '../../contract/sandboxAccounts.ts'
import { ScreenName } from '../../contract/wire.ts'

describe('a screen name', () => {
  it.each(['a', 'A_9', '_', 'abcdefghijklmno'])('may be %s', (name) => {
    expect(screenNameFault(name)).toBeNull()
    expect(v.is(ScreenName, name)).toBe(true)
  })

  it.each([
    ['', 'length'],
    ['abcdefghijklmnop', 'length'],
    ['あいうえおかきくけこさしすせそた', 'length'],
    ['名前', 'characters'],
    ['ａｂｃ', 'characters'],
    ['a b', 'characters'],
    ['@abc', 'characters'],
    ['abc\n', 'characters'],
    ['a-b', 'characters'],
  ] as const)('may not be %j: %s', (name, fault) => {
    expect(screenNameFault(name)).toBe(fault)
    expect(v.is(ScreenName, name)).toBe(false)
  })

  it('is 1 to 15 letters, digits and underscores, for every text there is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\w{0,17}$/)), (text) => {
        const fits = /^[A-Za-z0-9_]{1,15}$/.test(text) && !text.endsWith('\n')
        expect(screenNameFault(text) === null).toBe(fits)
        expect(v.is(ScreenName, text)).toBe(fits)
      }),
    )
  })

  it('is what every invented account has', () => {
    for (const { name } of SANDBOX_ACCOUNTS) expect(screenNameFault(name)).toBeNull()
    expect(new Set(SANDBOX_ACCOUNTS.map(({ name }) => name)).size).toBe(SANDBOX_ACCOUNTS.length)
  })
})
