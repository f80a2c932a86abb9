/** No answer of any call is near this long: 200 posts with long URLs are some 100 KB. In bytes. */
const ANSWER_MAX = 1_000_000

type Bytes = Uint8Array<ArrayBuffer>

/**
 * The response with its body read; one that is longer than any answer can be is fetched no further, and fails when it is asked for.
 * Read in one go and not through a stream: a slow phone feels every step of one.
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
