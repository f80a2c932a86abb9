import type { Gate } from './Gate.ts'
import type { InPage, Session } from './Session.ts'

/** Longest wait, in milliseconds, for anything to show: more than any deadline of the site. */
const PATIENCE = 60_000
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
        throw new Error(
          `In vain: ${what}. Faults of the server: ${faults}. On the page: ${await session.evaluate(pageText)}`,
        )
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
      await session.evaluate(select, label)
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

function fieldOf(label: string): Element | null {
  for (const field of document.querySelectorAll('input, select')) {
    const labels = 'labels' in field ? [...((field.labels ?? []) as NodeListOf<HTMLLabelElement>)] : []
    if (labels.some(({ textContent }) => textContent?.trim().startsWith(label))) return field
  }
  return null
}

function select(label: string): void {
  for (const field of document.querySelectorAll('input')) {
    if ([...(field.labels ?? [])].some(({ textContent }) => textContent?.trim().startsWith(label))) {
      field.focus()
      field.select()
    }
  }
}

function holds(label: string, text: string): boolean {
  return [...document.querySelectorAll('input')].some(
    (field) =>
      field.value === text &&
      [...(field.labels ?? [])].some(({ textContent }) => textContent?.trim().startsWith(label)),
  )
}
