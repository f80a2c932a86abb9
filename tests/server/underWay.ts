import { request } from 'node:http'

type Answered = { status: number; body: unknown }

/** Posts JSON, and resolves once the server has taken the request up: it asks for the body then. `answer` is what comes of it. */
export async function underWay(
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<{ answer: Promise<Answered> }> {
  const asked = request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Expect: '100-continue', ...headers },
  })
  const answer = new Promise<Answered>((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
    })
  })
  const taken = new Promise((resolve) => asked.once('continue', resolve))
  asked.flushHeaders()
  await Promise.race([taken, answer])
  await new Promise<void>((resolve) => asked.end(JSON.stringify(body), resolve))
  return { answer }
}
