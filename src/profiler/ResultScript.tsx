import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { RESULT_VERSION } from './model/runResult.ts'
import { runStateAtom } from './run/runAtoms.ts'
import { shownRunAtom } from './runs/runsAtoms.ts'

/**
 * Writes the finished run, or `{version, error}`, into `<script type="application/json" id="result">` for automation.
 * It is added as a text node, which no content policy treats as code.
 */
export function ResultScript() {
  const run = useAtomValue(runStateAtom)
  const shown = useAtomValue(shownRunAtom)
  useEffect(() => {
    if (run.name === 'running') return
    const left = run.name === 'failed' ? { version: RESULT_VERSION, error: run.message } : shown?.result
    if (!left) return
    const script = document.createElement('script')
    script.type = 'application/json'
    script.id = 'result'
    script.append(JSON.stringify(left))
    document.body.append(script)
    return () => script.remove()
  }, [run, shown])
  return null
}
