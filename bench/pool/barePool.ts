import { kernelUrls } from 'virtual:kernel-urls'
import { ATTEMPTS_MAX } from '../../contract/challenge.ts'
import type { EngineName, KernelModules } from '../../workers/engine/Engine.ts'
import { kernelNamesFor } from '../../workers/engine/engines.ts'
import type { BareWorkerTask } from './bareWorker.ts'
import BareWorkerFile from './bareWorker.ts?worker'

/** Attempts in a range: about a millisecond of work, so that the message hardly matters. */
const RANGE = 16_384

const DIGITS = 6

/** Creates the yardstick: as many plain workers as the pool has, with plain messages and the same engine, and nothing else. */
export function createBarePool(count: number) {
  const workers = Array.from({ length: count }, () => new BareWorkerFile())
  const tell = (worker: Worker, task: BareWorkerTask) => worker.postMessage(task)
  const ask = <T>(worker: Worker, task: BareWorkerTask) =>
    new Promise<T>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<T>) => resolve(data)
      tell(worker, task)
    })

  return {
    /** Sends every worker its engine. Messages wait until the workers have started. */
    async start(engine: EngineName, keyBytes: number): Promise<void> {
      const rolled = kernelNamesFor('rolled', keyBytes, DIGITS)
      const names = engine === 'unrolled' ? [...rolled, ...kernelNamesFor(engine, keyBytes, DIGITS)] : rolled
      const modules: KernelModules = Object.fromEntries(
        await Promise.all(
          names.map(async (name) => {
            const response = await fetch(kernelUrls[name] ?? '')
            return [name, await WebAssembly.compile(await response.arrayBuffer())]
          }),
        ),
      )
      for (const worker of workers) tell(worker, { engine, modules })
    },
    async rate(milliseconds: number, keyBytes: number): Promise<number> {
      const rates = await Promise.all(
        workers.map((worker) => ask<number>(worker, { measure: milliseconds, keyBytes })),
      )
      return rates.reduce((sum, rate) => sum + rate, 0)
    },
    /** Returns the first counter found, the milliseconds until then, and a promise that resolves when all workers are idle again. */
    async solve(key: string, difficulty: number) {
      const startedAt = performance.now()
      let next = 0
      let found: number | null = null
      let milliseconds = Number.NaN
      const drive = async (worker: Worker) => {
        while (found === null && next < ATTEMPTS_MAX) {
          const from = next
          next += RANGE
          const counter = await ask<number | null>(worker, { key, difficulty, from, count: RANGE })
          if (counter === null || found !== null) continue
          milliseconds = performance.now() - startedAt
          found = counter
        }
      }
      await Promise.all(workers.map(drive))
      return { counter: found, milliseconds }
    },
    close(): void {
      for (const worker of workers) worker.terminate()
    },
  }
}
