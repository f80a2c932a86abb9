/** Normal numbers with mean 0 and deviation 1 from uniform ones: Box and Muller's transform. */
export function normalFrom(next: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}
