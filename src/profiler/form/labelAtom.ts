import { atom } from 'jotai/vanilla'

/** What the tester calls this device, for the runs to come. */
export const labelAtom = atom('')
