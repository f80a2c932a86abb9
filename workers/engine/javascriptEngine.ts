import { DIGITS, DIGITS_AT } from '../kernel/slots.ts'
import { writeDigits } from './writeDigits.ts'
import { Driver } from './Driver.ts'
import type { Engine } from './Engine.ts'
import type { JavaScriptKernels } from './javascriptKernels.ts'
import type { LoadedKernel } from './LoadedKernel.ts'

/** The search in plain JavaScript, for where WebAssembly is switched off. Also runs on the page. */
export function javascriptEngine({ one, two }: JavaScriptKernels): Engine {
  const memory = new Int32Array(DIGITS_AT / 4 + DIGITS)
  writeDigits(memory)
  const kernelOf = (run: typeof one): LoadedKernel => ({
    run: (from, to, shift, word) => run(memory, from, to, shift, word),
    lanes: 1,
    folded: false,
    memory,
  })
  const kernels = { 1: kernelOf(one), 2: kernelOf(two) }
  const driver = new Driver((_, blocks) => kernels[blocks])
  return { name: 'javascript', search: (request) => driver.search(request) }
}
