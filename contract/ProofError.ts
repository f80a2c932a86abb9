/** A challenge that cannot be solved: it asks for no possible difficulty, or the search found no counter. */
export class ProofError extends Error {
  override name = 'ProofError'
  constructor(options?: ErrorOptions) {
    super('Failed to solve PoW', options)
  }
}
