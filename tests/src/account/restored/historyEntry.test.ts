import { afterEach, expect, it, vi } from 'vitest'
import { keepEntry, readEntry } from '../../../../src/account/restored/historyEntry.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function entry(state: unknown) {
  const history = { state, replaceState: (next: unknown) => void (history.state = next) }
  vi.stubGlobal('history', history)
  return history
}

it('keeps a check where the router keeps what its pages want kept', () => {
  const history = entry({ idx: 3, key: 'abc' })
  keepEntry({ checked: 'Some_Name', endedAt: 5 })
  expect(history.state).toEqual({ idx: 3, key: 'abc', usr: { checked: 'Some_Name', endedAt: 5 } })
  expect(readEntry()).toEqual({ checked: 'Some_Name', endedAt: 5, isWanted: false })
})

it('begins with an entry that has no state yet', () => {
  entry(null)
  expect(readEntry()).toBeNull()
  keepEntry({ checked: 'a' })
  expect(readEntry()).toMatchObject({ checked: 'a', isWanted: false })
})

it.each([{ checked: 5 }, { checked: 'hy-phen' }, { checked: '' }, 'name', { checked: { name: 'a' } }])(
  'knows no name in %j',
  (usr) => {
    entry({ usr })
    expect(readEntry()).toBeNull()
  },
)

it('reads only what it knows of a check', () => {
  entry({ usr: { checked: 'a', endedAt: 'now', isWanted: 1 } })
  expect(readEntry()).toEqual({ checked: 'a', endedAt: undefined, isWanted: false })
})

it('goes on without a name where the browser refuses to keep one', () => {
  const history = entry(null)
  history.replaceState = () => {
    throw new DOMException('too often', 'SecurityError')
  }
  keepEntry({ checked: 'a' })
  expect(readEntry()).toBeNull()
})
