import autocannon from 'autocannon'
import { BODY, PATHS } from './questions.ts'
import type { Question } from './questions.ts'

/** Sends so many questions of one kind over a few connections. Throws unless each is answered with 200. */
export async function sendMany(
  port: number,
  question: Question,
  amount: number,
  headersOf: (question: Question) => Record<string, string>,
): Promise<void> {
  const { errors, non2xx } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: 50,
    amount,
    requests: [
      {
        method: 'POST',
        path: PATHS[question],
        body: BODY,
        setupRequest: (plain) => ({ ...plain, headers: headersOf(question) }),
      },
    ],
  })
  if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} refusals among ${amount} questions`)
}
