/** Longest answer that is read, in bytes; a real one has at most some 100 KB (200 posts with long URLs). */
const ANSWER_MAX = 1_000_000

type Bytes = Uint8Array<ArrayBuffer>

/**
 * The response with its body read. A body beyond the limit is not fetched any further, and reading it from the response fails.
 * It is read here and not through a transforming stream, whose steps are slow on a phone.
 */
export async function boundAnswer(response: Response): Promise<Response> {
  if (!response.body) return response
  const body = await wholeOf(response.body).catch(failing)
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

async function wholeOf(body: ReadableStream<Bytes>): Promise<Blob> {
  const reader = body.getReader()
  const chunks: Bytes[] = []
  let bytes = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return new Blob(chunks)
    bytes += value.byteLength
    if (bytes > ANSWER_MAX) {
      void reader.cancel().catch(() => undefined)
      throw new Error('The answer is too long')
    }
    chunks.push(value)
  }
}

/** A body that cannot be read. */
function failing(reason: unknown): ReadableStream<Bytes> {
  return new ReadableStream({ start: (controller) => controller.error(reason) })
}
