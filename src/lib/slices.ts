/** Work that yields where it may be interrupted. */
export type Slices<T> = Generator<void, T>

export function runAtOnce<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Lets the page do something else wherever the work may be interrupted. */
export async function runInSlices<T>(work: Slices<T>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await new Promise((resolve) => setTimeout(resolve))
  }
}
