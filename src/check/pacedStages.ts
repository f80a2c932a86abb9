import type { ReportStage, Stage } from './stage.ts'

/** A stage that ends sooner is not shown: nobody could read it, and drawing it would delay the check. In milliseconds. */
const SHOWN_AFTER = 300

/** Reports a stage once it has lasted long enough to be shown, and every update of the shown one at once. `end` cancels what is pending. */
export function pacedStages(show: ReportStage): { report: ReportStage; end: () => void } {
  let shown: Stage['name'] | undefined
  let latest: Stage | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  const showLatest = () => {
    if (!latest) return
    shown = latest.name
    show(latest)
  }
  return {
    report(stage) {
      const isNew = stage.name !== latest?.name
      latest = stage
      if (stage.name === shown) showLatest()
      else if (isNew) {
        end()
        timer = setTimeout(showLatest, SHOWN_AFTER)
      }
    },
    end,
  }
}
