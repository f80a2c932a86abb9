import { atom } from 'jotai/vanilla'

/** Which upstream the API's last answer came from (`X-Upstream`); null before the first. */
export const upstreamAtom = atom<string | null>(null)
