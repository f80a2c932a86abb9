import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recallNamesAtom, recentNamesAtom } from '../../../src/account/accountAtoms.ts'
import { waitFor } from '../../waitFor.ts'
import { blockedDevice, emptyDevice, named, storedCheck, written } from '../log/deviceLog.ts'

let store: ReturnType<typeof createStore>
let field: HTMLInputElement & { listeners: Set<string> }
const names = () => store.get(recentNamesAtom)

beforeEach(async () => {
  store = createStore()
  emptyDevice()
  await written('checks', [storedCheck({ ...named('One'), at: 1 }), storedCheck({ ...named('Two'), at: 2 })])
  field = fieldWith('')
  vi.stubGlobal('requestIdleCallback', (job: () => void) => void queueMicrotask(job))
  vi.stubGlobal('document', { activeElement: field })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** As much of an input field as is listened to; `listeners` are the kinds of events that are listened to. */
function fieldWith(value: string) {
  const listeners = new Set<string>()
  const target = new EventTarget()
  return Object.assign(target, {
    value,
    listeners,
    addEventListener(kind: string, listener: EventListener, { signal }: { signal: AbortSignal }) {
      listeners.add(kind)
      signal.addEventListener('abort', () => listeners.delete(kind))
      EventTarget.prototype.addEventListener.call(target, kind, listener, { signal })
    },
  }) as unknown as HTMLInputElement & { listeners: Set<string> }
}

/** A letter that arrives in the field. */
const letter = (isComposing: boolean) => Object.assign(new Event('input'), { isComposing })

it('suggests the names that were checked, the last one first, once the field was focused and the page is idle', async () => {
  let idle: () => void = () => undefined
  vi.stubGlobal('requestIdleCallback', (job: () => void) => void (idle = job))
  const recalling = store.set(recallNamesAtom, field)
  await Promise.resolve()
  expect(names()).toEqual([])
  idle()
  await recalling
  expect(names()).toEqual(['Two', 'One'])
  expect([...field.listeners]).toEqual([])
})

it.each([
  ['the composition ends', new Event('compositionend')],
  ['the field is left', new Event('blur')],
  ['a letter comes that is not composed', letter(false)],
])('waits under a word that is being composed until %s', async (_, end) => {
  Object.assign(field, { value: 'と' })
  const recalling = store.set(recallNamesAtom, field)
  await waitFor(() => expect([...field.listeners].sort()).toEqual(['blur', 'compositionend', 'input']))
  field.dispatchEvent(letter(true))
  // All that would follow from it has happened by the next task.
  await new Promise((resolve) => setTimeout(resolve))
  expect(names()).toEqual([])
  field.dispatchEvent(end)
  await recalling
  expect(names()).toEqual(['Two', 'One'])
  expect([...field.listeners]).toEqual([])
})

it('suggests nothing where the device keeps nothing', async () => {
  blockedDevice()
  await store.set(recallNamesAtom, field)
  expect(names()).toEqual([])
})
