import { atom } from 'jotai/vanilla'

/** The upstream of the API's last response (`X-Upstream`); null before the first response. */
export const upstreamAtom = atom<string | null>(null)
