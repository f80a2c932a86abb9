/** The difficulty is not possible, or no counter was found. */
export class ProofError extends Error {
  override name = 'ProofError'
  constructor(options?: ErrorOptions) {
    super('Failed to solve PoW', options)
  }
}
