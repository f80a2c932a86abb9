import { atom } from 'jotai/vanilla'
import { CheckError } from '../check/CheckError.ts'
import { sendAnswer } from './sendAnswer.ts'

/** What became of an answer. Only `failed` and `full` can be tried again. */
export type Given = 'sending' | 'sent' | 'counted' | 'late' | 'full' | 'failed'

/** By ticket, as long as the page is open: nothing of it is kept on the device. */
const statesAtom = atom<ReadonlyMap<string, Given>>(new Map())
export const givenAtom = atom((get) => get(statesAtom))

const BY_CODE: Readonly<Record<string, Given>> = {
  counted: 'counted',
  old_ticket: 'late',
  bad_ticket: 'late',
  not_collected: 'late',
  address_full: 'full',
}

/** Sends an answer, unless the one of the same ticket is under way or was sent. */
export const giveAtom = atom(null, async (get, set, ticket: string, body: string) => {
  const put = (state: Given) => set(statesAtom, new Map(get(statesAtom)).set(ticket, state))
  const before = get(statesAtom).get(ticket)
  if (before && before !== 'failed' && before !== 'full') return
  put('sending')
  try {
    await sendAnswer(body)
    put('sent')
  } catch (error) {
    put((error instanceof CheckError && BY_CODE[error.code ?? '']) || 'failed')
  }
})
