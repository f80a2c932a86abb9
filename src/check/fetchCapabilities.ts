import { Capabilities } from '../../contract/Capabilities.ts'
import { api } from './api.ts'
import { boundAnswer } from './boundAnswer.ts'
import { CALL_DEADLINE, withDeadline } from './withDeadline.ts'

/** Asked by itself while the page is idle, so it does not tell the page which upstream answers: that would show more than was asked for. */
const quiet = api.extend({ fetch: async (...request) => await boundAnswer(await fetch(...request)) })

/** What the server can judge. Unlike a check's answers this one may come from the browser's cache. Throws where the server does not tell. */
export async function fetchCapabilities(): Promise<Capabilities> {
  const { signal } = new AbortController()
  return await withDeadline(CALL_DEADLINE, signal, (signal) =>
    quiet.get('capabilities', { cache: 'default', retry: 0, signal }).json(Capabilities),
  )
}
