import { solve } from '../../../src/crypto/solve.ts'
import { warmUp } from '../../../src/crypto/warmUp.ts'

const { signal } = new AbortController()
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomKey = () =>
  Array.from({ length: 48 }, () => letters[Math.floor(Math.random() * letters.length)]).join('')

/** Milliseconds from the click to the counter, the first time on this page. */
export async function solveOnce(difficulty: number): Promise<number> {
  const startedAt = performance.now()
  await solve(randomKey(), difficulty, { signal }).catch(() => undefined)
  return performance.now() - startedAt
}

/** The same for many keys one after the other, with the lanes warm. */
export async function solveMany(difficulty: number, keys: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < keys; index++) {
    times.push(await solveOnce(difficulty))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return times
}

/** Starts the lanes and waits until they are at full speed. */
export async function warmPool(): Promise<void> {
  await warmUp()
  await solveMany(4, 20)
}
