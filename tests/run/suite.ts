import { spawn } from 'node:child_process'
import { readClosingLine } from './closingLine.ts'
import { ROOT } from './step.ts'
import type { Count } from './step.ts'

/** Runs a suite in a process of its own, passes its output on and reads its total; what it left unsaid has failed. */
export async function suite(command: readonly string[]): Promise<{ count: Count; output: string }> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    process.stdout.write(chunk)
    output += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const { passed, failed } = readClosingLine(output)
  return { count: { passed, failed: code !== 0 && failed === 0 ? 1 : failed }, output }
}
