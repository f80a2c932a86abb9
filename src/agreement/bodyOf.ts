import type { SeenAnswer } from '../../contract/AgreementTicket.ts'

/** An answer as it is shown and, to the byte, as it is sent. */
export function bodyOf({ item, verdict, seen, method, day, ticket }: SeenAnswer): string {
  return JSON.stringify({ item, verdict, seen, method, day, ticket } satisfies SeenAnswer)
}
