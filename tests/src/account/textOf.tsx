import { Provider } from 'jotai'
import { createStore } from 'jotai/vanilla'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'

/** Tags at which a line of text ends. Signs of states and icons are hidden from screen readers, and left out. */
const BLOCKS = /<\/?(?:p|h[1-6]|li|ul|ol|div|dl|dt|dd|summary|details|section|button|label|form)\b[^>]*>/g
const HIDDEN = /<(span|div|p)\b[^>]*aria-hidden="true"[^>]*>[^<]*<\/\1>/g

/** What a page shows, as lines of text. */
export function textOf(element: ReactNode, store = createStore()): string[] {
  const html = renderToStaticMarkup(
    <Provider store={store}>
      <MemoryRouter>{element}</MemoryRouter>
    </Provider>,
  )
  const text = html
    .replaceAll(HIDDEN, '')
    .replaceAll(BLOCKS, '\n')
    .replaceAll(/<[^>]+>/g, '')
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
}
