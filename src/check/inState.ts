import { atom } from 'jotai/vanilla'
import type { Atom } from 'jotai/vanilla'

type InState<Flow, State> = Extract<Flow, { state: State }>

/** A flow while it is in one state, else null. */
export function inState<Flow extends { state: string }, const State extends Flow['state']>(
  flowAtom: Atom<Flow>,
  state: State,
): Atom<InState<Flow, State> | null> {
  const isIn = (flow: Flow): flow is Flow & InState<Flow, State> => flow.state === state
  return atom((get) => {
    const flow = get(flowAtom)
    return isIn(flow) ? flow : null
  })
}
