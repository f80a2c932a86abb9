import { atom } from 'jotai/vanilla'
import { BATCH_POSTS_MAX, URL_LENGTH_MAX, parsePostUrl, mirrorToXUrl } from '../../../contract/names.ts'
import { readFromTab, removeFromTab, storeInTab } from '../../lib/tabStore.ts'
import { postFormText } from '../../text/postForm.ts'
import { POST_STORAGE_KEYS } from '../keys.ts'
import {
  createEmptyRows,
  hintsByRow,
  newUrls,
  urlsInAddress,
  withMissingUrls,
  parseStoredRows,
  spreadOverRows,
  urlsInRows,
  withAddedRows,
  withRowValue,
  withoutRow,
} from './rows.ts'
import type { InputRows } from './rows.ts'
import { SLICE, readPastedPostsAtOnce, readPastedPostsInSlices } from './pastedPosts.ts'
import type { PastedPosts } from './pastedPosts.ts'

const writableRowsAtom = atom(createEmptyRows())
const focusTargetAtom = atom<{ id: number | null; isDue: boolean }>({ id: null, isDue: false })
const announcementAtom = atom('')

export const rowsAtom = atom((get) => get(writableRowsAtom))
export const rowHintsAtom = atom((get) => hintsByRow(get(rowsAtom)))
/** How many URLs are more than one check takes. */
export const excessUrlCountAtom = atom((get) =>
  Math.max(0, urlsInRows(get(rowsAtom)).length - BATCH_POSTS_MAX),
)
/** The id of the row that takes the focus at the next render; null for none. */
export const focusedRowAtom = atom((get) => (get(focusTargetAtom).isDue ? get(focusTargetAtom).id : null))
/** Tells screen readers what was changed in many rows at once. */
export const rowsAnnouncementAtom = atom((get) => get(announcementAtom))

const focusRowAtom = atom(null, (_get, set, id: number | undefined) =>
  set(focusTargetAtom, { id: id ?? null, isDue: true }),
)

export const clearRowFocusAtom = atom(null, (_get, set) =>
  set(focusTargetAtom, ({ id }) => ({ id, isDue: false })),
)

const editedRowIdAtom = atom<number | null>(null)
/** Tells screen readers the hint about the row that was edited last. */
export const editedRowHintAtom = atom((get) => {
  const typed = get(editedRowIdAtom)
  const hint = typed === null ? undefined : get(rowHintsAtom).get(typed)
  if (!hint) return ''
  const index = get(rowsAtom).findIndex(({ id }) => id === typed)
  return postFormText.row.hinted(index + 1, postFormText.hint[hint])
})

export const typeRowAtom = atom(null, (get, set, id: number, value: string) => {
  set(editedRowIdAtom, id)
  if (!set(pasteRowAtom, id, value)) set(writableRowsAtom, withRowValue(get(rowsAtom), id, value))
})

/** What the last paste left out: links that were no posts, and posts beyond the newest ones. */
const leftOutAtom = atom({ others: 0, older: 0 })

/**
 * Spreads the posts of a pasted text over rows, or puts the only one into the row without the words around it. Returns false if the text is
 * to be inserted as it is. `before` and `after` are the row's text beside the caret; both are missing if the text is the row's new value.
 */
export const pasteRowAtom = atom(
  null,
  (_get, set, id: number, pasted: string, before?: string, after?: string) => {
    const paste = { id, pasted, before, after }
    if (!isLong(pasted)) return set(applyPasteAtom, paste, readPastedPostsAtOnce(pasted))
    void set(applyLongPasteAtom, paste)
    return true
  },
)

const applyLongPasteAtom = atom(null, async (_get, set, paste: Paste) => {
  const { id, pasted, before = '', after = '' } = paste
  if (set(applyPasteAtom, paste, await readPastedPostsInSlices(pasted))) return
  set(typeRowAtom, id, `${before}${pasted}${after}`.slice(0, URL_LENGTH_MAX))
})

const isLong = (pasted: string) => pasted.length > SLICE

type Paste = { id: number; pasted: string; before: string | undefined; after: string | undefined }

const applyPasteAtom = atom(
  null,
  (get, set, { id, pasted, before, after }: Paste, { urls, others, older }: PastedPosts) => {
    const [only] = urls
    const isTyped = before === undefined
    const fillsRow = isTyped || (before === '' && after === '')
    if (urls.length === 1 && fillsRow && only !== undefined) {
      const isInWords = !isTyped && parsePostUrl(only) !== null && only !== pasted.trim()
      if (!isLong(pasted) && !isInWords && mirrorToXUrl(pasted) === pasted) return false
      set(writableRowsAtom, withRowValue(get(rowsAtom), id, only))
      set(reportPasteAtom, 1, { others, older })
      return true
    }
    if (urls.length < (isLong(pasted) ? 1 : 2) && others === 0) return false
    const otherRows = get(rowsAtom).filter((row) => row.id !== id)
    const added = newUrls(otherRows, urls)
    set(reportPasteAtom, added.length, { others, older })
    const values = [before ?? '', ...added, after ?? ''].filter((value) => value.trim() !== '')
    if (values.length === 0) return true
    const rows = spreadOverRows(get(rowsAtom), id, values)
    set(writableRowsAtom, rows)
    set(focusRowAtom, rows[rows.findIndex((row) => row.id === id) + values.length - 1]?.id)
    return true
  },
)

/** Says what a paste left out; empty if nothing was. */
export const leftOutSentenceAtom = atom((get) => {
  const { others, older } = get(leftOutAtom)
  const sentences = [
    older > 0 && postFormText.older(BATCH_POSTS_MAX, older),
    others > 0 && postFormText.leftOut(others),
  ]
  return sentences.filter(Boolean).join('。')
})

type LeftOut = { others: number; older: number }

const reportPasteAtom = atom(null, (get, set, count: number, leftOut: LeftOut) => {
  set(leftOutAtom, leftOut)
  const spread = count > 1 ? postFormText.spread(count) : ''
  set(announcementAtom, [spread, get(leftOutSentenceAtom)].filter(Boolean).join('。'))
})

export const clearRowAtom = atom(null, (get, set, id: number) => {
  set(writableRowsAtom, withRowValue(get(rowsAtom), id, ''))
  set(focusRowAtom, id)
})

/** Removes a row and moves the focus to the row after it, or to the last row. */
export const removeRowAtom = atom(null, (get, set, id: number) => {
  const index = get(rowsAtom).findIndex((row) => row.id === id)
  const rows = withoutRow(get(rowsAtom), id)
  set(writableRowsAtom, rows)
  set(focusRowAtom, rows[Math.min(index, rows.length - 1)]?.id)
})

export const addRowAtom = atom(null, (get, set) => {
  const rows = withAddedRows(get(rowsAtom), [''])
  set(writableRowsAtom, rows)
  set(focusRowAtom, rows.at(-1)?.id)
})

export const replaceRowsAtom = atom(null, (_get, set, rows: InputRows, said: string) => {
  set(writableRowsAtom, rows)
  set(leftOutAtom, { others: 0, older: 0 })
  set(announcementAtom, said)
})

/** The number of submits that were refused because of too many URLs, each of which is announced. */
export const refusalCountAtom = atom(0)

/** Stores the URLs for the result page. Returns false if there are too many, or none, in which case the focus moves to the first row. */
export const submitRowsAtom = atom(null, (get, set) => {
  const rows = get(rowsAtom)
  const urls = urlsInRows(rows)
  if (urls.length === 0) {
    set(focusRowAtom, rows[0]?.id)
    return false
  }
  if (get(excessUrlCountAtom) > 0) {
    set(refusalCountAtom, (count) => count + 1)
    return false
  }
  storeInTab(POST_STORAGE_KEYS.urls, urls)
  storeInTab(POST_STORAGE_KEYS.rows, rows)
  return true
})

/** Fills the form when its page opens: with the rows that the tab stored, otherwise those that it had, and with the URLs in the address. */
export const enterFormAtom = atom(null, (get, set, search: URLSearchParams) => {
  const saved = parseStoredRows(readFromTab(POST_STORAGE_KEYS.rows))
  removeFromTab(POST_STORAGE_KEYS.rows)
  const rows = saved ?? get(rowsAtom)
  set(writableRowsAtom, withMissingUrls(rows, urlsInAddress(search)))
  set(clearRowFocusAtom)
  set(leftOutAtom, { others: 0, older: 0 })
  set(announcementAtom, '')
})

/** Stores the rows when the document is unloaded, e.g. because sharing a post to the app loads the page again. */
export const storeRowsAtom = atom(null, (get) => {
  if (urlsInRows(get(rowsAtom)).length > 0) storeInTab(POST_STORAGE_KEYS.rows, get(rowsAtom))
})

/** Deletes the stored rows after the document was restored from the back-forward cache, which preserved the rows. */
export const removeStoredRowsAtom = atom(null, () => removeFromTab(POST_STORAGE_KEYS.rows))

const CLEAR_ROWS_MIN = 3

const undoableBulkActionAtom = atom<{ before: InputRows; after: InputRows } | null>(null)

/** The offered actions that change many rows at once, each with the rows that it keeps. */
export const bulkActionsAtom = atom((get) => {
  const filled = get(rowsAtom).filter((row) => row.value.trim() !== '')
  const hints = get(rowHintsAtom)
  const actions = [
    { kind: 'first', isOffered: get(excessUrlCountAtom) > 0, rows: filled.slice(0, BATCH_POSTS_MAX) },
    { kind: 'mistakes', isOffered: hints.size > 0, rows: filled.filter(({ id }) => !hints.has(id)) },
    { kind: 'all', isOffered: filled.length >= CLEAR_ROWS_MIN, rows: [] },
  ] as const
  return actions.filter(({ isOffered }) => isOffered)
})
export const canUndoBulkActionAtom = atom((get) => get(undoableBulkActionAtom)?.after === get(rowsAtom))

export const applyBulkActionAtom = atom(null, (get, set, rows: InputRows) => {
  const before = get(rowsAtom)
  const after = rows.length > 0 ? rows : createEmptyRows()
  set(replaceRowsAtom, after, postFormText.tidy.done(rows.length))
  set(undoableBulkActionAtom, { before, after })
})

export const undoBulkActionAtom = atom(null, (get, set) => {
  const undone = get(undoableBulkActionAtom)
  if (!undone || !get(canUndoBulkActionAtom)) return
  set(replaceRowsAtom, undone.before, postFormText.tidy.done(urlsInRows(undone.before).length))
})
