import { afterEach, expect, it, vi } from 'vitest'
import { keepNameOfEntry, nameOfEntry } from '../../../../src/account/earlier/historyEntry.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function entry(state: unknown) {
  const history = { state, replaceState: (next: unknown) => void (history.state = next) }
  vi.stubGlobal('history', history)
  return history
}

it('keeps the name beside what the router keeps with the entry', () => {
  const history = entry({ idx: 3, key: 'abc' })
  keepNameOfEntry('Some_Name')
  expect(history.state).toEqual({ idx: 3, key: 'abc', checked: 'Some_Name' })
  expect(nameOfEntry()).toBe('Some_Name')
})

it('begins with an entry that has no state yet', () => {
  entry(null)
  expect(nameOfEntry()).toBeNull()
  keepNameOfEntry('a')
  expect(nameOfEntry()).toBe('a')
})

it.each([{ checked: 5 }, { checked: 'hy-phen' }, { checked: '' }, 'name', { checked: { name: 'a' } }])(
  'knows no name in %j',
  (state) => {
    entry(state)
    expect(nameOfEntry()).toBeNull()
  },
)

it('goes on without a name where the browser refuses to keep one', () => {
  const history = entry(null)
  history.replaceState = () => {
    throw new DOMException('too often', 'SecurityError')
  }
  keepNameOfEntry('a')
  expect(nameOfEntry()).toBeNull()
})

it('writes nothing that is there already', () => {
  const history = entry({ checked: 'a' })
  const replaceState = vi.spyOn(history, 'replaceState')
  keepNameOfEntry('a')
  expect(replaceState).not.toHaveBeenCalled()
})
