import { atom } from 'jotai/vanilla'

/** The upstream of the API's last answer (`X-Upstream`); null before the first answer. */
export const upstreamAtom = atom<string | null>(null)
