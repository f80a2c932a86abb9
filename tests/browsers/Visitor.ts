import { randomInt } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { BETWEEN_REQUESTS_MS } from '../../server/http/listen.ts'

/** Longest wait, in milliseconds, for anything to show: more than any deadline of the site. */
const PATIENCE = 60_000
const LOOK_EVERY = 100

/** Somebody who uses the site as people do: by what they read. */
export type Visitor = {
  session: Session
  gate: Gate
  /** Opens a page afresh and waits until it is alive. */
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
      await until('a page that is alive', isAlive)
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
export function isAlive(): boolean {
  return document.querySelector('#root[data-alive]') !== null
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

/** How a path is answered in place of what the server says. */
type Rule = { path: RegExp; answer: (response: ServerResponse) => void }

/** How long requests for a path wait before they go on to the server. */
type Delay = { path: RegExp; milliseconds: number }

/** What stands between a browser and the server, and lets journeys break things in the same way for every engine. */
export type Gate = AsyncDisposable & {
  url: string
  /** Runs before every page's own scripts, and before its policy is read. */
  inject: (script: () => void) => void
  /** Lets pages start no worker, through their policy. */
  forbidWorkers: () => void
  /** Answers paths with this in place of the server. */
  answer: (path: RegExp, status: number, body?: string, type?: string) => void
  /** Lets requests for these paths wait so many milliseconds, and no browser keep the answers. */
  delay: (path: RegExp, milliseconds: number) => void
  /** Takes requests for these paths in, and never answers. */
  hold: (path: RegExp) => void
  /** Resets the connections of requests for these paths. */
  drop: (path: RegExp) => void
  /** Resets every connection, and every one to come. */
  cut: () => void
  /** Undoes all of it. */
  reset: () => void
  /** What went wrong behind the gate since the last reset: the server's answers from 500 on, and connections to it that failed. */
  faults: readonly string[]
}

/** A gate in front of the server at `server`, on a port of its own. */
export async function openGate(server: string): Promise<Gate> {
  // One address may answer once for an item in a day: browsers that travel at the same time have one each.
  const address = `198.18.${randomInt(256)}.${randomInt(1, 255)}`
  let pageScript = ''
  let workersForbidden = false
  let isCut = false
  let rules: Rule[] = []
  let delays: Delay[] = []
  const faults: string[] = []
  const sockets = new Set<Socket>()

  const addRule = (path: RegExp, answer: Rule['answer']) => void rules.push({ path, answer })

  const changed = (body: string) => {
    const html = workersForbidden ? body.replaceAll("worker-src 'self'", "worker-src 'none'") : body
    return pageScript ? html.replace('<head>', `<head><script>${pageScript}</script>`) : html
  }

  const gate = createServer(
    { keepAliveTimeout: BETWEEN_REQUESTS_MS },
    (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const path = incoming.url ?? '/'
      const rule = rules.find((rule) => rule.path.test(path))
      if (rule) return rule.answer(outgoing)
      const delay = delays.find((delay) => delay.path.test(path))
      if (delay) setTimeout(() => pass(incoming, outgoing, 'no-store'), delay.milliseconds)
      else pass(incoming, outgoing, 'no-cache')
    },
  )
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, kept: string) => {
    const path = incoming.url ?? '/'
    const headers = {
      ...incoming.headers,
      'accept-encoding': 'identity',
      host: new URL(server).host,
      'x-forwarded-for': address,
    }
    // A connection of its own: one that is kept may be closed by the server just when it is used again.
    const given = { method: incoming.method ?? 'GET', headers, agent: false }
    const onward = request(`${server}${path}`, given, (answer) => {
      const type = answer.headers['content-type'] ?? ''
      if ((answer.statusCode ?? 0) >= 500) faults.push(`${path} ${answer.statusCode}`)
      if (!type.includes('text/html')) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const body = changed(Buffer.concat(parts).toString('utf8'))
        // A page of this origin may frame it: so it can be narrower than any window.
        delete answer.headers['x-frame-options']
        delete answer.headers['content-security-policy']
        delete answer.headers.etag
        outgoing.writeHead(answer.statusCode ?? 502, {
          ...answer.headers,
          'cache-control': kept,
          'content-length': Buffer.byteLength(body),
        })
        outgoing.end(body)
      })
    })
    onward.on('error', (error) => {
      if (!outgoing.destroyed) faults.push(`${path} ${error.message}`)
      outgoing.destroy()
    })
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
  gate.on('connection', (socket) => {
    if (isCut) {
      socket.resetAndDestroy()
      return
    }
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://localhost:${(gate.address() as AddressInfo).port}`,
    faults,
    inject: (script) => void (pageScript += `;(${script.toString()})();`),
    forbidWorkers: () => void (workersForbidden = true),
    answer: (path, status, body = '', type = 'text/plain') =>
      addRule(path, (response) => void response.writeHead(status, { 'content-type': type }).end(body)),
    delay: (path, milliseconds) => void delays.push({ path, milliseconds }),
    hold: (path) => addRule(path, () => undefined),
    drop: (path) => addRule(path, (response) => void response.destroy()),
    cut() {
      isCut = true
      for (const socket of sockets) socket.resetAndDestroy()
    },
    reset() {
      ;[pageScript, workersForbidden, isCut, rules, delays] = ['', false, false, [], []]
      faults.length = 0
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => gate.close(resolve))
    },
  }
}

/** A function that runs in the page: it sees nothing of this file but its arguments, which are JSON. */
export type InPage<Arguments extends unknown[], Result> = (...args: Arguments) => Result | Promise<Result>

/** An element of the page, for real clicks and keys. */
export type PageElement = {
  click: () => Promise<void>
  type: (text: string) => Promise<void>
}

/** What every engine can be told to do. Everything else is made of this, so that journeys are the same in all of them. */
export type Session = {
  go: (url: string) => Promise<void>
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
  /** The window as PNG. */
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

/** What a browser is started without. */
export type Lack = 'nothing' | 'storage' | 'everything'

export type Launch = (lack: Lack) => Promise<Session>
