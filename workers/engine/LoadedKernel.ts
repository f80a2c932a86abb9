/** A generated kernel: tries the digits at [from, to) of the table (in bytes, whole vectors) and returns the address of the first vector that may hold a solution; past `to` if none does. */
export type Run = (from: number, to: number, shift: number, word: number) => number

/** A kernel with the memory that it reads. */
export type LoadedKernel = {
  readonly run: Run
  readonly lanes: 1 | 4
  /** Whether it expects uniform parts of the schedule and of h to be folded into the slots. */
  readonly folded: boolean
  readonly memory: Int32Array
}
