import { createHash } from 'node:crypto'
import { ENGINE_NAMES } from '../../../workers/engine/Engine.ts'
import type { Engine, KernelModules } from '../../../workers/engine/Engine.ts'
import { createEngine } from '../../../workers/engine/engines.ts'
import { KERNEL_NAMES } from '../../../workers/kernel/Kernel.ts'
import { buildKernel } from '../../../workers/kernel/kernels.ts'

/** Whether a counter solves the challenge, by an implementation that is not ours. */
export function solves(key: string, counter: number, difficulty: number): boolean {
  const digest = createHash('sha256').update(`${key}${counter}`).digest('hex')
  return digest.startsWith('0'.repeat(difficulty))
}

/** All solutions of [from, to), the slow and certain way. */
export function solutionsByNode(key: string, difficulty: number, from: number, to: number): number[] {
  const found: number[] = []
  for (let counter = from; counter < to; counter++) if (solves(key, counter, difficulty)) found.push(counter)
  return found
}

/** Counters searched at once: a solution in them makes only these be searched again. */
const CHUNK = 50_000

/** All solutions of [from, to) that an engine finds, by searching again on both sides of each. */
export function solutionsBy(
  engine: Engine,
  key: string,
  difficulty: number,
  from: number,
  to: number,
): number[] {
  const left: (readonly [number, number])[] = []
  for (let start = from; start < to; start += CHUNK) left.push([start, Math.min(to, start + CHUNK)])
  const found: number[] = []
  for (let range = left.pop(); range; range = left.pop()) {
    const [start, end] = range
    if (start >= end) continue
    const counter = engine.search({ key, difficulty, from: start, count: end - start })
    if (counter === null) continue
    found.push(counter)
    left.push([start, counter], [counter + 1, end])
  }
  return found.sort((one, other) => one - other)
}

let modules: KernelModules | undefined

/** All kernels, generated and compiled once. */
export function allModules(): KernelModules {
  modules ??= Object.fromEntries(
    KERNEL_NAMES.map((name) => [name, new WebAssembly.Module(buildKernel(name))]),
  )
  return modules
}

/** One engine of each kind, with all kernels. */
export async function allEngines(): Promise<Engine[]> {
  const modules = allModules()
  return await Promise.all(ENGINE_NAMES.map((name) => createEngine(name, modules)))
}
