import { createHash } from 'node:crypto'
import { ENGINE_NAMES } from '../../workers/engine/Engine.ts'
import { createEngine, selfTest } from '../../workers/engine/engines.ts'
import { KERNEL_NAMES } from '../../workers/kernel/Kernel.ts'
import { buildKernel } from '../../workers/kernel/kernels.ts'

const modules = Object.fromEntries(
  KERNEL_NAMES.map((name) => [name, new WebAssembly.Module(buildKernel(name))]),
)
let failures = 0

for (const name of ENGINE_NAMES) {
  const engine = await createEngine(name, modules)
  for (let length = 0; length <= 128; length++) {
    const key = 'a'.repeat(length)
    const counter = engine.search({ key, difficulty: 3, from: 1_000_000, count: 60_000 })
    const right =
      counter !== null && createHash('sha256').update(`${key}${counter}`).digest('hex').startsWith('000')
    if (right && selfTest(engine, length)) continue
    failures += 1
    console.error(`${name} fails with keys of ${length} bytes`)
  }
  console.log(`${name}: checked on ${process.arch}`)
}
process.exitCode = failures === 0 ? 0 : 1
