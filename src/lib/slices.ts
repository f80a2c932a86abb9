/** Work that yields where it may be interrupted. */
export type Slices<T> = Generator<void, T>

export function runAtOnce<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** A task takes as many steps as fit into this time, because browsers start tasks in a row 4 ms apart at least. */
const TASK_MS = 10

/** Works in many short tasks, between which the page can handle input. */
export async function runInSlices<T>(work: Slices<T>): Promise<T> {
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < TASK_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
  }
}
