import * as fc from 'fast-check'
import { hash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { abortable, rejectAfter } from '../../contract/async.ts'
import {
  DIFFICULTY_MAX,
  VALUE_PER_DIFFICULTY,
  readDifficulty,
  hasLeadingZeros,
  solveProbability,
  buildPowMessage,
} from '../../contract/challenge.ts'

describe('readDifficulty', () => {
  it('readDifficulty reads every difficulty that the wire can carry', () => {
    for (let difficulty = 0; difficulty <= DIFFICULTY_MAX; difficulty++) {
      expect(readDifficulty(difficulty * VALUE_PER_DIFFICULTY)).toBe(difficulty)
    }
    expect(readDifficulty(-0)).toBe(0)
  })

  it.each([
    Number.NaN, Infinity, -Infinity, -VALUE_PER_DIFFICULTY, VALUE_PER_DIFFICULTY / 2, VALUE_PER_DIFFICULTY + 1,
    65 * VALUE_PER_DIFFICULTY, 1e300, '370370367', null, undefined, true, [], {}, 3n,
  ])('readDifficulty refuses %s', (value) => {
    expect(() => readDifficulty(value)).toThrow('Failed to solve PoW')
  }) // prettier-ignore

  it('readDifficulty returns a whole number from 0 to 64 or throws, whatever the value is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.double()), (value) => {
        const difficulty = difficultyOrError(value)
        const whole =
          Number.isInteger(difficulty) && Number(difficulty) >= 0 && Number(difficulty) <= DIFFICULTY_MAX
        expect(whole || difficulty === 'Failed to solve PoW').toBe(true)
      }),
    )
  })
})

function difficultyOrError(value: unknown): number | string {
  try {
    return readDifficulty(value)
  } catch (error) {
    return (error as Error).message
  }
}

describe('the proof of work', () => {
  it('the proof hashes the UTF-8 of the key followed by the decimal counter', () => {
    expect(Buffer.from(buildPowMessage('鍵-', 9_999_999)).toString('utf8')).toBe('鍵-9999999')
    expect(hash('sha256', buildPowMessage('abc', 0))).toBe(hash('sha256', 'abc0'))
  })

  it('the proof counts the leading zeros of the hex digest', () => {
    const digest = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const zeros = fc.nat(5)
    fc.assert(
      fc.property(digest, zeros, fc.nat(12), (digest, zeros, difficulty) => {
        digest.fill(0, 0, zeros)
        const shown = Buffer.from(digest).toString('hex').startsWith('0'.repeat(difficulty))
        expect(hasLeadingZeros(digest, difficulty)).toBe(shown)
      }),
      { numRuns: 1000 },
    )
    expect(hasLeadingZeros(new Uint8Array(32), 64)).toBe(true)
    expect(hasLeadingZeros(new Uint8Array(32), 65)).toBe(false)
  })

  it('a solution is as likely as in independent random attempts', () => {
    expect(solveProbability(3, 0)).toBe(0)
    expect(solveProbability(0, 1)).toBe(1)
    expect(solveProbability(1, 1)).toBeCloseTo(1 / 16, 12)
    expect(solveProbability(3, 4096)).toBeCloseTo(1 - (1 - 1 / 4096) ** 4096, 9)
    expect(solveProbability(64, 10_000_000)).toBeGreaterThan(0)
  })
})

const never = () => new Promise<never>(() => undefined)

it('abortable returns what the work returns, and removes its abort listener', async () => {
  const { signal } = new AbortController()
  const removed = vi.spyOn(signal, 'removeEventListener')
  const added = vi.spyOn(signal, 'addEventListener')
  expect(await abortable(Promise.resolve('done'), signal)).toBe('done')
  await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
  expect(added).toHaveBeenCalledTimes(2)
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
    added.mock.calls.map(([, listener]) => listener),
  )
})

it('abortable rejects with the abort reason even if the work ignores the signal', async () => {
  const controller = new AbortController()
  const waiting = abortable(never(), controller.signal)
  controller.abort('gone')
  await expect(waiting).rejects.toBe('gone')
})

it('abortable rejects at once if the signal has already aborted, even if the work is done or has failed', async () => {
  const signal = AbortSignal.abort('gone')
  await expect(abortable(Promise.resolve('done'), signal)).rejects.toBe('gone')
  await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toBe('gone')
})

it('a time limit rejects late work, and clears its timer when the work ends', async () => {
  vi.useFakeTimers()
  const late = rejectAfter(never(), 50, 'too late').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(49)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await late).toMatchObject({ message: 'too late' })
  expect(await rejectAfter(Promise.resolve('done'), 50, 'too late')).toBe('done')
  await expect(rejectAfter(Promise.reject(new Error('broken')), 50, 'too late')).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
