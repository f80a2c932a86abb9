import { atom } from 'jotai/vanilla'
import { AgreementReport } from '../../contract/AgreementReport.ts'
import { askQuietly } from '../check/askQuietly.ts'

const stateAtom = atom<AgreementReport | 'failed' | null>(null)
/** What visitors saw; null before it is known. */
export const agreementAtom = atom((get) => get(stateAtom))

/** Asks for the counts, unless they are known. */
export const askAgreementAtom = atom(null, async (get, set) => {
  const known = get(stateAtom)
  if (known !== null && known !== 'failed') return
  try {
    set(stateAtom, await askQuietly('agreement', AgreementReport))
  } catch {
    set(stateAtom, 'failed')
  }
})
