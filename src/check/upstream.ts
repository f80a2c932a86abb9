import { atom } from 'jotai/vanilla'
import { SANDBOX } from '../../contract/outcomes.ts'

/** The upstream of the API's last response (`X-Upstream`); null before the first response. */
export const lastUpstreamAtom = atom<string | null>(null)

/** Which upstream made a result: `sandbox` or another name; null if the server does not tell. A result keeps it, because the server may be switched to another upstream later. */
export type ResultUpstream = { upstream: string | null }

/** Whether the upstream invented the result. */
export const isDemoResult = ({ upstream }: ResultUpstream): boolean => upstream === SANDBOX
