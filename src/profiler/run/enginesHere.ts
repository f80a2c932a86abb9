import { detectEngines } from '../../crypto/detectEngines.ts'
import { ENGINES, RUN_ENGINES } from '../model/settings.ts'
import type { RunEngine } from '../model/settings.ts'

export function enginesHere(): RunEngine[] {
  const here = new Set<string | null>([null, ...detectEngines()])
  // Absent over plain http.
  if (globalThis.crypto?.subtle) here.add('subtle')
  return RUN_ENGINES.filter((name) => here.has(ENGINES[name].needs))
}
