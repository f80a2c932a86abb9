import { atom } from 'jotai/vanilla'
import { AgreementReport } from '../../contract/AgreementReport.ts'
import { api } from '../check/api.ts'
import { boundAnswer } from '../check/boundAnswer.ts'
import { CALL_DEADLINE, withDeadline } from '../check/withDeadline.ts'

const stateAtom = atom<AgreementReport | 'failed' | null>(null)
/** What visitors saw; null before it is known. */
export const agreementAtom = atom((get) => get(stateAtom))

/** Asked without a check, so it does not tell the page which upstream answers. It may come from the browser's cache. */
const quiet = api.extend({ fetch: async (...request) => await boundAnswer(await fetch(...request)) })

/** Asks for the counts, unless they are known. */
export const askAgreementAtom = atom(null, async (get, set) => {
  const known = get(stateAtom)
  if (known !== null && known !== 'failed') return
  try {
    const report = await withDeadline(CALL_DEADLINE, new AbortController().signal, (signal) =>
      quiet.get('agreement', { cache: 'default', retry: 0, signal }).json(AgreementReport),
    )
    set(stateAtom, report)
  } catch {
    set(stateAtom, 'failed')
  }
})
