/** The element of a typed array at an index that is known to be inside it. */
export function at(array: Int32Array, index: number): number {
  return array[index] ?? 0
}
