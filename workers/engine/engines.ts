import { javascriptUrl } from 'virtual:kernel-urls'
import { DIFFICULTY_MAX } from '../../contract/challenge.ts'
import { DIGIT_TABLE_LENGTH as KERNEL_DIGITS, DIGIT_TABLE_ADDRESS } from '../kernel/Kernel.ts'
import type { KernelName, KernelRun, LoadedKernel } from '../kernel/Kernel.ts'
import { KernelSearch, computeLayout } from './KernelSearch.ts'
import type { CounterLayout } from './KernelSearch.ts'
import type { Engine, EngineName, KernelModules } from './Engine.ts'
import { writeDigitTable } from './PaddedTail.ts'

type WasmEngineName = Exclude<EngineName, 'javascript'>

type JavaScriptRun = (memory: Int32Array, ...place: Parameters<KernelRun>) => number

type JavaScriptKernels = { one: JavaScriptRun; two: JavaScriptRun }

declare global {
  var javascriptKernels: JavaScriptKernels | undefined
}

/**
 * Loads the JavaScript kernels. They are classic scripts that set a global variable, because workers of Firefox before 114 cannot import
 * modules. A page imports them as a module.
 */
async function javascriptKernels(): Promise<JavaScriptKernels> {
  if (!globalThis.javascriptKernels) {
    try {
      importScripts(javascriptUrl)
    } catch {
      await import(/* @vite-ignore */ javascriptUrl)
    }
  }
  if (!globalThis.javascriptKernels) throw new Error('The JavaScript kernels did not arrive')
  return globalThis.javascriptKernels
}

/** Creates the engine in plain JavaScript, for browsers where WebAssembly is switched off. It also runs on the page itself. */
function javascriptEngine({ one, two }: JavaScriptKernels): Engine {
  const memory = new Int32Array(DIGIT_TABLE_ADDRESS / 4 + KERNEL_DIGITS)
  writeDigitTable(memory)
  const kernelOf = (run: JavaScriptRun): LoadedKernel => ({
    run: (from, to, shift, word) => run(memory, from, to, shift, word),
    lanes: 1,
    folded: false,
    memory,
  })
  const kernels = { 1: kernelOf(one), 2: kernelOf(two) }
  const driver = new KernelSearch(({ blocks }) => kernels[blocks])
  return { name: 'javascript', search: (request) => driver.search(request) }
}

/** Creates an engine with WebAssembly. `unrolled` falls back on the rolled kernel for layouts whose own kernel has not been fetched. */
function wasmEngine(name: WasmEngineName, modules: KernelModules): Engine {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 })
  const words = new Int32Array(memory.buffer)
  writeDigitTable(words)
  const kernels = new Map<KernelName, LoadedKernel>()

  const load = (kernel: KernelName): LoadedKernel | undefined => {
    const module = modules[kernel]
    if (module && !kernels.has(kernel)) {
      const { run } = new WebAssembly.Instance(module, { driver: { memory } }).exports
      const lanes = kernel.startsWith('scalar') ? 1 : 4
      const folded = !kernel.startsWith('rolled')
      kernels.set(kernel, { run: run as KernelRun, lanes, folded, memory: words })
    }
    return kernels.get(kernel)
  }

  const driver = new KernelSearch((layout) => {
    const kernel = load(kernelName(name, layout))
    const found = kernel ?? (name === 'unrolled' ? load(kernelName('rolled', layout)) : undefined)
    if (!found) throw new Error(`No ${name} kernel for word ${layout.word} of ${layout.blocks}`)
    return found
  })
  return { name, search: (request) => driver.search(request) }
}

export async function createEngine(name: EngineName, modules: KernelModules): Promise<Engine> {
  if (name !== 'javascript') return wasmEngine(name, modules)
  return javascriptEngine(await javascriptKernels())
}

/** Every key that consists of zeros has a solution of two hex zeros among this many counters. */
const SELF_TEST_COUNTERS = 4_096
const SELF_TEST_DIFFICULTY = 2

/** Digits of the counters that the self-test tries; with fewer than four there are too few counters. */
const SELF_TEST_DIGITS = [6, 7, 5, 4]

/**
 * Returns whether an engine finds known solutions with every kernel that keys of this length need. The driver hashes each reported counter
 * again, so a wrong kernel finds none.
 */
export function passesSelfTest({ name, search }: Engine, keyBytes: number): boolean {
  const key = '0'.repeat(keyBytes)
  const tried = new Set<string>()
  return SELF_TEST_DIGITS.every((digits) => {
    const layout = computeLayout(keyBytes, digits)
    const kernel = name === 'javascript' ? `${layout.blocks}` : kernelName(name, layout)
    if (tried.has(kernel)) return true
    tried.add(kernel)
    const from = 10 ** (digits - 1)
    const counter = search({ key, difficulty: SELF_TEST_DIFFICULTY, from, count: SELF_TEST_COUNTERS })
    return counter !== null && counter >= from && counter < from + SELF_TEST_COUNTERS
  })
}

/** Creates an engine and runs its self-test. Throws if the engine does not work. */
export async function createTestedEngine(
  name: EngineName,
  modules: KernelModules,
  keyBytes: number,
): Promise<Engine> {
  const engine = await createEngine(name, modules)
  if (!passesSelfTest(engine, keyBytes)) throw new Error(`The ${name} engine fails its self-test here`)
  return engine
}

/** Speed is measured with counters of five digits, for which the engine runs the same kernels as for six. */
const COUNTER_MIN = 10_000
const COUNTER_MAX = 100_000

const WARM_UP_ATTEMPTS = 24_576

/**
 * Runs an engine of WebAssembly long enough for the browser to compile it fully: the 65,536 attempts of a first search then take 4.5 ms
 * instead of 7.5. Plain JavaScript is left out: where a browser does not compile it, these attempts would take a quarter of a second.
 */
export function warmUp({ name, search }: Engine, keyBytes: number): void {
  if (name === 'javascript') return
  const key = '0'.repeat(keyBytes)
  search({ key, difficulty: DIFFICULTY_MAX, from: COUNTER_MIN, count: WARM_UP_ATTEMPTS })
}

/** Attempts between two readings of the clock at first. They double until they take about a third of a slice. */
const FIRST_STEP = 500

export function measureEngineRate({ search }: Engine, keyBytes: number, duration: number): number {
  const key = '0'.repeat(keyBytes)
  const start = performance.now()
  let step = FIRST_STEP
  let from = COUNTER_MIN
  let attempts = 0
  let elapsed = 0
  while (elapsed < duration) {
    const count = Math.min(step, COUNTER_MAX - from)
    search({ key, difficulty: DIFFICULTY_MAX, from, count })
    attempts += count
    from = from + count < COUNTER_MAX ? from + count : COUNTER_MIN
    elapsed = performance.now() - start
    if (elapsed < duration / 3) step *= 2
  }
  return attempts / elapsed
}

/** Engines are measured in bursts of this many rounds; in each round every engine searches for SLICE_MS milliseconds. */
const ROUNDS = 4
const SLICE_MS = 4

/** Pause between two bursts, in milliseconds: compilers continue to optimise and disturbances pass. */
const PAUSE_MS = 50

/** Minimum and maximum number of bursts. Between them, measuring ends after a burst in which no engine became faster by MIN_GAIN. */
const BURSTS_MIN = 3
const BURSTS_MAX = 8
const MIN_GAIN = 1.03

/** Waits for this many milliseconds, and longer while the worker has searches to do. */
type Rest = (milliseconds: number) => Promise<void>

/**
 * Finds the fastest of the engines that pass their self-test, and its attempts per millisecond in its best slice. Throws if none passes.
 */
export async function findFastestEngine(
  names: readonly EngineName[],
  modules: KernelModules,
  keyBytes: number,
  rest: Rest,
) {
  const tested = await Promise.allSettled(names.map((name) => createTestedEngine(name, modules, keyBytes)))
  const working = tested.filter((one) => one.status === 'fulfilled')
  const engines = working.map(({ value }) => ({ engine: value, rate: 0 }))
  for (let burst = 0; burst < BURSTS_MAX; burst++) {
    const before = engines.map(({ rate }) => rate)
    for (let round = 0; round < ROUNDS; round++) {
      for (const entry of engines) {
        await rest(0)
        entry.rate = Math.max(entry.rate, measureEngineRate(entry.engine, keyBytes, SLICE_MS))
      }
    }
    const settled = engines.every(({ rate }, index) => rate < (before[index] ?? 0) * MIN_GAIN)
    if (engines.length === 1 || (settled && burst + 1 >= BURSTS_MIN)) break
    await rest(PAUSE_MS)
  }
  const [first, ...others] = engines
  if (!first) throw new Error('No engine passes its self-test')
  return others.reduce((best, entry) => (entry.rate > best.rate ? entry : best), first)
}

const DIGITS_MAX = 7

/**
 * Names the kernels that an engine needs for keys of `keyBytes` bytes. `digits` limits them to those for counters with this many digits.
 */
export function kernelNamesFor(engine: EngineName, keyBytes: number, digits?: number): KernelName[] {
  if (engine === 'javascript') return []
  const lengths = digits ? [digits] : Array.from({ length: DIGITS_MAX }, (_, index) => index + 1)
  return [...new Set(lengths.map((length) => kernelName(engine, computeLayout(keyBytes, length))))]
}

function kernelName(engine: WasmEngineName, { word, blocks }: CounterLayout): KernelName {
  return engine === 'rolled' ? `rolled-${blocks}` : `${engine}-${word}-${blocks}`
}
