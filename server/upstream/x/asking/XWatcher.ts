import type { Outcome } from './Ask.ts'
import type { XSource } from './endpoints.ts'
import type { OperatorFault } from './xErrors.ts'

/** Callbacks that learn what happens with X, for metrics and logs. */
export type XWatcher = {
  call?: (source: XSource, outcome: Outcome) => void
  spent?: (endpoint: string, micros: number) => void
  fault?: (source: XSource, fault: OperatorFault | null) => void
}
