import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '../../../../shared/bench/native/build.sh')

export type NativeFigures = Record<string, Record<'simd128' | 'scalar', number>>

/** Builds the native yardstick. Returns a function that measures it for some seconds per figure, or null if the yardstick is not available. */
export function createNativeYardstick(): ((seconds: number) => NativeFigures) | null {
  const source = process.env['NATIVE_YARDSTICK'] ?? SOURCE
  if (!existsSync(source)) return null
  const program = join(mkdtempSync(join(tmpdir(), 'bench-native-')), 'limit')
  try {
    execFileSync('bash', [source, program], { stdio: 'ignore' })
  } catch {
    return null
  }
  return (seconds) =>
    JSON.parse(execFileSync(program, [String(seconds)], { encoding: 'utf8' })) as NativeFigures
}
