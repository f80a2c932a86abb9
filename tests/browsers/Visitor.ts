import { text } from '../../src/text/ja.ts'
import type { Gate } from './Gate.ts'

/** A function that runs in the page: it sees nothing of this file but its arguments, which are JSON. */
export type InPage<Arguments extends unknown[], Result> = (...args: Arguments) => Result | Promise<Result>

/** An element of the page, for real clicks and keys. */
type PageElement = {
  click: () => Promise<void>
  type: (text: string) => Promise<void>
}

/** What every engine can be told to do. Everything else is made of this, so that journeys are the same in all of them. */
export type Session = {
  go: (url: string) => Promise<void>
  /** Gives the page a window of this size, in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>
  back: () => Promise<void>
  evaluate: <Arguments extends unknown[], Result>(
    inPage: InPage<Arguments, Result>,
    ...args: Arguments
  ) => Promise<Result>
  /** The element that a function in the page answers with; null where it answers with none. */
  element: <Arguments extends unknown[]>(
    inPage: InPage<Arguments, Element | null>,
    ...args: Arguments
  ) => Promise<PageElement | null>
  close: () => Promise<void>
}

/** What a browser is started without. */
export type Lack = 'nothing' | 'everything'

export type Launch = (lack: Lack) => Promise<Session>

/** Longest wait, in milliseconds, for anything to show: more than any deadline of the site, on a machine that is starved. */
const PATIENCE = 180_000
const LOOK_EVERY = 100

/** Somebody who uses the site as people do: by what they read. */
export type Visitor = {
  session: Session
  gate: Gate
  /** Opens a page afresh and waits until it is hydrated. */
  open: (path: string) => Promise<void>
  /** Presses the button, link, checkbox or summary of this name. */
  press: (name: string) => Promise<void>
  /** Writes into the field of this name, in place of what is there. */
  write: (label: string, text: string) => Promise<void>
  /** Waits until the page shows this text. */
  sees: (text: string) => Promise<void>
  /** Waits until a question in the page is answered with something. */
  until: <Arguments extends unknown[], Result>(
    what: string,
    inPage: InPage<Arguments, Result>,
    ...args: Arguments
  ) => Promise<NonNullable<Awaited<Result>>>
}

type Find = (name: string) => Element | null | Promise<Element | null>

export function visitorOf(session: Session, gate: Gate): Visitor {
  /** Looks again and again until there is something. */
  const patiently = async <Seen>(
    what: string,
    look: () => Promise<Seen>,
  ): Promise<NonNullable<Awaited<Seen>>> => {
    const end = performance.now() + PATIENCE
    for (;;) {
      const seen = await look().catch(() => null)
      if (seen) return seen
      if (performance.now() > end) {
        const faults = gate.faults.join(', ') || 'none'
        const shown = await session.evaluate(pageText).catch(String)
        throw new Error(`In vain: ${what}. Faults of the server: ${faults}. On the page: ${shown}`)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
    }
  }
  const until: Visitor['until'] = (what, inPage, ...args) =>
    patiently(what, () => session.evaluate(inPage, ...args))
  const found = (what: string, find: Find, name: string) =>
    patiently(`${what} ${name}`, () => session.element(find, name))
  return {
    session,
    gate,
    until,
    async open(path) {
      await session.go('about:blank')
      await session.go(gate.url + path)
      await until('a page that is alive', isHydrated)
    },
    press: async (name) => (await found('a button', restingButtonOf, name)).click(),
    async write(label, text) {
      const field = await found('a field', fieldOf, label)
      await field.type(text)
      await until(`${text} in ${label}`, holds, label, text)
    },
    sees: async (text) => void (await until(text, shows, text)),
  }
}

// What follows runs in the page, each by itself.

function pageText(): string {
  return `${location.href} ${(document.querySelector('main') ?? document.body)?.innerText.slice(0, 600)}`
}

/** The site marks its page when it answers to clicks. */
export function isHydrated(): boolean {
  return document.querySelector('#root[data-hydrated]') !== null
}

function shows(text: string): boolean {
  const plain = (text: string) => text.replaceAll(/[\s\u200B]/g, '')
  return plain(document.body.innerText).includes(plain(text))
}

/**
 * The button of this name once a press would reach it: a visitor does not press what is still disabled, moves, or lies under something
 * else.
 */
async function restingButtonOf(name: string): Promise<Element | null> {
  const nameOf = (element: Element) => {
    const own =
      element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent
    return (own ?? '').replaceAll(/[\s\u200B]/g, '')
  }
  const wanted = name.replaceAll(/\s/g, '')
  const all = [...document.querySelectorAll('button, a, summary, input[type=checkbox]')].filter(
    (element) => element.getClientRects().length > 0 && !element.matches(':disabled'),
  )
  const element =
    all.find((element) => nameOf(element) === wanted) ??
    all.find((element) => nameOf(element).startsWith(wanted))
  if (!element) return null
  element.scrollIntoView({ block: 'center' })
  const place = () => {
    const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect()
    return [left + width / 2, top + height / 2] as const
  }
  const [x, y] = place()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const [laterX, laterY] = place()
  const there = document.elementFromPoint(x, y)
  const reached = element.contains(there) || (there?.contains(element) && there.matches('label'))
  return x === laterX && y === laterY && reached ? element : null
}

/** The field of this label, with all that is in it selected. */
function fieldOf(label: string): Element | null {
  for (const field of document.querySelectorAll('input')) {
    const names = [
      field.getAttribute('aria-label'),
      ...[...(field.labels ?? [])].map(({ textContent }) => textContent),
    ]
    if (!names.some((name) => name?.trim().startsWith(label))) continue
    field.focus()
    field.select()
    return field
  }
  return null
}

function holds(label: string, text: string): boolean {
  return [...document.querySelectorAll('input')].some(
    (field) =>
      field.value === text &&
      [
        field.getAttribute('aria-label'),
        ...[...(field.labels ?? [])].map(({ textContent }) => textContent),
      ].some((name) => name?.trim().startsWith(label)),
  )
}

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
