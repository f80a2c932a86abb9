import { Oembed } from '../../contract/wire.ts'
import { answered } from '../check/answered.ts'
import { api } from '../check/api.ts'
import { toFailure } from '../check/failure.ts'
import { CALL_DEADLINE, withDeadline } from '../check/withDeadline.ts'
import { previewOf } from './previewOf.ts'
import type { Preview } from './previewOf.ts'

/** A post's preview; null when X has none. Throws on failures that may pass, and the signal's reason on an abort. */
export async function fetchPreview(url: string, signal: AbortSignal): Promise<Preview | null> {
  try {
    const answer = await withDeadline(CALL_DEADLINE, signal, (signal) =>
      answered(
        api.get('oembed', { searchParams: { url }, signal, retry: 0 }).json(Oembed),
        () => 'Failed to fetch a preview',
      ),
    )
    return previewOf(answer)
  } catch (error) {
    const { status = 0 } = toFailure(error)
    if (status >= 400 && status < 500 && status !== 429) return null
    throw error
  }
}
