import type { ReportStage, Stage } from './stage.ts'

/** A stage that ends sooner is not shown: nobody could read it, and drawing it would delay the check. In milliseconds. */
const SHOWN_AFTER = 300

/** Reports a stage once it has lasted long enough to be shown, and every update of the shown one at once. `end` cancels what is pending. */
export function pacedStages(show: ReportStage): { report: ReportStage; end: () => void } {
  let current: { stage: Stage; isShown: boolean } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  return {
    report(stage) {
      if (stage.name === current?.stage.name) {
        current.stage = stage
        if (current.isShown) show(stage)
        return
      }
      end()
      const next = { stage, isShown: false }
      current = next
      timer = setTimeout(() => {
        next.isShown = true
        show(next.stage)
      }, SHOWN_AFTER)
    },
    end,
  }
}
