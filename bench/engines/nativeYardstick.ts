import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '../../../../shared/bench/native/build.sh')

export type NativeFigures = Record<string, Record<'simd128' | 'scalar', number>>

/** Builds the native yardstick; gives a function that runs it for so many seconds a figure, or null where it is not there. */
export function nativeYardstick(): ((seconds: number) => NativeFigures) | null {
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
