import { text } from '../../src/text/ja.ts'
import type { Visitor } from './Visitor.ts'

/** CSS pixels of the narrowest window, narrower than some browsers' windows can be made. */
const NARROWEST = 320

/** Shows a page of the site in a frame of that width, with letters of twice the size. */
export async function openNarrow(visitor: Visitor, path: string): Promise<void> {
  visitor.gate.answer(/^\/frame$/, 200, '<!doctype html><meta charset="utf-8" /><body></body>', 'text/html')
  await visitor.session.go(`${visitor.gate.url}/frame`)
  await visitor.session.evaluate(
    (path: string, width: number) => {
      const frame = document.createElement('iframe')
      frame.src = path
      frame.style.cssText = `position: fixed; top: 0; left: 0; z-index: 9; width: ${width}px; height: 700px; border: 0; background: Canvas`
      frame.addEventListener('load', () => {
        const root = frame.contentDocument?.documentElement
        if (root) root.style.fontSize = '200%'
      })
      document.body.append(frame)
    },
    path,
    NARROWEST,
  )
  await visitor.until('a frame that is alive', () => {
    const root = document.querySelector('iframe')?.contentDocument?.querySelector('#root[data-hydrated]')
    return root !== null && root !== undefined
  })
}

/** Checks an account within the frame. */
export async function checkInFrame(visitor: Visitor, name: string, seen: string): Promise<void> {
  await visitor.session.evaluate((name: string) => {
    const inner = document.querySelector('iframe')?.contentDocument
    const view = inner?.defaultView as (Window & typeof globalThis) | null | undefined
    const field = inner?.querySelector('main input')
    if (!inner || !view || !field) throw new Error('The frame has no form')
    Object.getOwnPropertyDescriptor(view.HTMLInputElement.prototype, 'value')?.set?.call(field, name)
    field.dispatchEvent(new view.InputEvent('input', { bubbles: true }))
  }, name)
  await visitor.until(
    'a button that starts',
    (submit: string) => {
      const buttons = document.querySelector('iframe')?.contentDocument?.querySelectorAll('button') ?? []
      const button = [...buttons].find(({ textContent, disabled }) => textContent === submit && !disabled)
      button?.click()
      return button !== undefined
    },
    text.form.user.submit,
  )
  await visitor.until(
    seen,
    (seen: string) => {
      const shown =
        document.querySelector('iframe')?.contentDocument?.querySelector('main')?.textContent ?? ''
      return shown.replaceAll(/[\s\u200B]/g, '').includes(seen.replaceAll(/\s/g, ''))
    },
    seen,
  )
}

/** In the page: what sticks out of the frame where it scrolls sideways. */
export function fits(): string[] {
  const inner = document.querySelector('iframe')?.contentDocument
  const root = inner?.documentElement
  if (!inner || !root || root.scrollWidth <= root.clientWidth) return []
  const out = [...inner.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5,
  )
  const names = out.map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent}`)
  return [`${root.scrollWidth} px`, ...names.slice(0, 8)]
}

/** In the page: the lines of the heading that reads so, with the frame made a usual phone. */
export function linesOf(sentence: string): string[] {
  const frame = document.querySelector('iframe')
  const inner = frame?.contentDocument
  const heading = [...(inner?.querySelectorAll('h2') ?? [])].find(
    ({ textContent }) => textContent === sentence,
  )
  if (!inner || !heading) throw new Error('The heading is not there')
  frame.style.width = '360px'
  inner.documentElement.style.fontSize = ''
  const lines = new Map<number, string>()
  const texts = inner.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (let at = 0; at < (node.nodeValue ?? '').length; at++) {
      const range = inner.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const top = Math.round(range.getBoundingClientRect().top)
      lines.set(top, (lines.get(top) ?? '') + range.toString())
    }
  }
  return [...lines.values()]
}
