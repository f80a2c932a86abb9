import { atom } from 'jotai/vanilla'
import { isStartViewAtom } from './accountAtoms.ts'

/**
 * The view of the account page is an attribute of `<html>`, `data-view`, so that the styles are right from the first paint:
 * - `home`: the form before the first check. The prerendered HTML has it.
 * - `restoring`: the current history entry has a result that is not shown yet. A script in the HTML sets it. Until the result is
 *   rendered, the styles hide what would move then.
 * - no attribute: a check or its result.
 */
type PageView = 'home' | 'restoring'

const isRestoring = () => document.documentElement.dataset['view'] === ('restoring' satisfies PageView)

function setHome(isStartView: boolean): void {
  if (isStartView) document.documentElement.dataset['view'] = 'home' satisfies PageView
  else removeViewMark()
}

/** Removes the attribute: the page shows a check or its result, or another page is opened. */
export function removeViewMark(): void {
  delete document.documentElement.dataset['view']
}

/** Marks the view that React has rendered, unless a result is being restored. `isStartView`: it is the form before the first check. */
export function markRenderedView(isStartView: boolean): void {
  if (!isRestoring()) setHome(isStartView)
}

/** Ends the view `restoring`: the result is rendered, or there is none. */
export const endRestoringAtom = atom(null, (get) => {
  if (isRestoring()) setHome(get(isStartViewAtom))
})
