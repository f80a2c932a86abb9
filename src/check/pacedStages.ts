import type { ReportStage, Stage } from './stage.ts'

/** A stage that is over sooner is not shown: nobody could read it, and drawing it would hold the check up. In milliseconds. */
const SHOWN_AFTER = 300

/** Passes on the stages that last; what is new of the one on show at once. Nothing more once the check is at its end. */
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
