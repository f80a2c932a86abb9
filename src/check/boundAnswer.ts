/** No answer of any call is near this long: 200 posts with long URLs are some 100 KB. In bytes. */
const ANSWER_MAX = 1_000_000

/** The response with a body that fails, and is fetched no further, once it is longer than any answer can be. */
export function boundAnswer(response: Response): Response {
  if (!response.body) return response
  let bytes = 0
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes > ANSWER_MAX) controller.error(new Error('The answer is too long'))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(bounded, { status, statusText, headers })
}
