import type { Reply } from './Reply.ts'
import { jsonOf } from './jsonOf.ts'

/** One GET that follows no redirect. Rejects when the network fails or the body is longer than `maxBytes`. */
export async function fetchBounded(
  url: URL,
  headers: Record<string, string>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Reply> {
  const response = await fetch(url, { headers, signal, redirect: 'manual' })
  const text = await readAtMost(response, maxBytes)
  return { status: response.status, headers: response.headers, json: jsonOf(text) }
}

async function readAtMost(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('The upstream answer is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
