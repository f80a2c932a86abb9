/** Thrown if the difficulty is impossible, or if no counter solves the challenge. */
export class ProofError extends Error {
  override name = 'ProofError'
  constructor(options?: ErrorOptions) {
    super('Failed to solve PoW', options)
  }
}
