/** Locals for short-lived values, taken and given back: always the lowest free one, so that equal code gets equal numbers. */
export class TemporaryLocals {
  readonly #first: number
  readonly #taken = new Set<number>()
  /** How many there are in all. */
  count = 0

  constructor(first: number) {
    this.#first = first
  }

  /** The first of the `wanted` that is free, else the lowest free one. */
  take(wanted: readonly (number | undefined)[] = []): number {
    let local = wanted.find((one) => one !== undefined && !this.#taken.has(one)) ?? this.#first
    while (this.#taken.has(local)) local++
    this.#taken.add(local)
    this.count = Math.max(this.count, local - this.#first + 1)
    return local
  }

  give(local: number): void {
    this.#taken.delete(local)
  }
}
