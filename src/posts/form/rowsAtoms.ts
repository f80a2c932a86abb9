import { atom } from 'jotai/vanilla'
import { BATCH_MAX } from '../../../contract/PostUrl.ts'
import { createPart } from '../../load/createPart.ts'
import { text } from '../../text/ja.ts'
import { readRows, spread, START, urlsOf, withAdded, without, withValue } from './inputRows.ts'
import type { InputRows } from './inputRows.ts'
import { linkedUrls, prefilled } from './prefill.ts'
import { hintsOf } from './rowHint.ts'
import { forget, keep, recall } from './sessionStore.ts'
import { onlyPostIn, urlsIn } from './urlsIn.ts'

/** The batch check's code: fetched ahead by the form, or with the first check. */
export const batchCheckPart = createPart(async () => (await import('../checkPosts.ts')).checkPosts)

const stateAtom = atom<InputRows>(START)
const focusAtom = atom<number | null>(null)
const sentToAtom = atom<number | null>(null)
const saidAtom = atom('')

export const rowsAtom = atom((get) => get(stateAtom))
export const hintsAtom = atom((get) => hintsOf(get(stateAtom)))
/** How many URLs there are beyond what one check takes. */
export const excessAtom = atom((get) => Math.max(0, urlsOf(get(stateAtom)).length - BATCH_MAX))
/** The row whose field takes the focus next. */
export const focusedRowAtom = atom((get) => get(focusAtom))
/** What a screen reader announces when pasted URLs were spread over rows. */
export const rowsAnnouncementAtom = atom((get) => get(saidAtom))

/** The row that the focus was sent to last, also after it arrived there. */
export const lastSentToAtom = atom((get) => get(sentToAtom))

const goToAtom = atom(null, (_get, set, id: number | null) => {
  set(focusAtom, id)
  set(sentToAtom, id)
})

export const focusTakenAtom = atom(null, (_get, set) => set(focusAtom, null))

/** Types into a row. Several URLs in it are spread over rows. */
export const typeRowAtom = atom(null, (get, set, id: number, value: string) => {
  if (!set(pasteRowAtom, id, value)) set(stateAtom, withValue(get(stateAtom), id, value))
})

/**
 * Spreads a pasted text that holds several URLs over rows, and takes the one post out of words that are pasted into an empty row;
 * returns false and does nothing for any other text. What stood `before` and `after` the caret keeps rows of its own.
 */
export const pasteRowAtom = atom(
  null,
  (get, set, id: number, pasted: string, before?: string, after?: string) => {
    const urls = urlsIn(pasted)
    const only = before === '' && after === '' ? onlyPostIn(pasted) : null
    if (only !== null) {
      set(stateAtom, withValue(get(stateAtom), id, only))
      return true
    }
    if (urls.length < 2) return false
    const values = [before ?? '', ...urls, after ?? ''].filter((value) => value.trim() !== '')
    const rows = spread(get(stateAtom), id, values)
    set(stateAtom, rows)
    set(saidAtom, text.post.spread(urls.length))
    set(goToAtom, rows[rows.findIndex((row) => row.id === id) + values.length - 1]?.id ?? null)
    return true
  },
)

export const clearRowAtom = atom(null, (get, set, id: number) => {
  set(stateAtom, withValue(get(stateAtom), id, ''))
  set(goToAtom, id)
})

/** Removes a row, and moves the focus to the one that takes its place, or to the one before. */
export const removeRowAtom = atom(null, (get, set, id: number) => {
  const index = get(stateAtom).findIndex((row) => row.id === id)
  const rows = without(get(stateAtom), id)
  set(stateAtom, rows)
  set(goToAtom, rows[Math.min(index, rows.length - 1)]?.id ?? null)
})

export const addRowAtom = atom(null, (get, set) => {
  const rows = withAdded(get(stateAtom), [''])
  set(stateAtom, rows)
  set(goToAtom, rows.at(-1)?.id ?? null)
})

/** Replaces all rows, and says so to a screen reader. */
export const replaceRowsAtom = atom(null, (_get, set, rows: InputRows, said: string) => {
  set(stateAtom, rows)
  set(saidAtom, said)
})

/** Why the last submit led nowhere, and how many did: each is announced. Forgotten as soon as the rows change. */
const refusalAtom = atom<{ rows: InputRows; count: number }>({ rows: START, count: 0 })
export const submitRefusalAtom = atom((get) => {
  const { rows, count } = get(refusalAtom)
  const isEmpty = count > 0 && rows === get(stateAtom) && urlsOf(rows).length === 0
  return { isEmpty, count }
})

/** Hands the URLs over to the result page; false when there is none to check, or more than one check takes. */
export const submitRowsAtom = atom(null, (get, set) => {
  const rows = get(stateAtom)
  const urls = urlsOf(rows)
  if (urls.length === 0 || get(excessAtom) > 0) {
    set(refusalAtom, ({ count }) => ({ rows, count: count + 1 }))
    return false
  }
  keep('urls', urls)
  keep('rows', rows)
  return true
})

/** Restores the rows of the last check, and adds those of a link. */
export const enterFormAtom = atom(null, (get, set, search: URLSearchParams) => {
  const saved = readRows(recall('rows'))
  forget('rows')
  const rows = saved ?? get(stateAtom)
  set(stateAtom, prefilled(rows, linkedUrls(search)))
  set(focusAtom, null)
  set(saidAtom, '')
})
