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
