import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storedLogAtoms } from '../../../src/log/logAtoms.ts'
import {
  loadBanObservationsAtom,
  loadObservationsAtom,
  observationSentence,
  recordObservationAtom,
  getObservationAtom,
  chosenViewerAtom,
} from '../../../src/observations/observations.ts'
import { checkStorageSwitch } from '../../../src/storage/database.ts'
import { observationKey } from '../../../src/storage/records.ts'
import type { ObservationSubject } from '../../../src/storage/records.ts'
import { readWholeLog } from '../../../src/storage/stores.ts'
import { blockedDevice, emptyDevice, written } from '../log/deviceLog.ts'

let store: ReturnType<typeof createStore>
beforeEach(() => {
  store = createStore()
  emptyDevice()
})

afterEach(() => void vi.useRealTimers())

const GHOST = { name: 'Someone', item: 'ghost_ban' } as const
const SEARCH = { name: 'someone', item: 'search_ban' } as const
const POST = { name: 'someone', item: '5' } as const
const seen = (subject: ObservationSubject) => store.get(getObservationAtom)(subject)
const kept = (subject: ObservationSubject, at: number) => ({
  ...subject,
  about: observationKey(subject),
  answer: 'seen',
  at,
})

describe.each([
  ['an item of an account', GHOST],
  ['a post', POST],
])('an observation of %s', (_, subject) => {
  it('an observation is shown at once, stored on the device, and reported as stored', async () => {
    const before = Date.now()
    const observing = store.set(recordObservationAtom, subject, 'unseen')
    expect(seen(subject)).toMatchObject({ answer: 'unseen' })
    expect(seen(subject)).not.toHaveProperty('outcome')
    await observing
    const observed = seen(subject)
    expect(observed).toMatchObject({ answer: 'unseen', outcome: 'kept' })
    expect(observed?.at).toBeGreaterThanOrEqual(before)
    const log = await readWholeLog()
    expect(log?.observations).toMatchObject([{ name: subject.name, answer: 'unseen', at: observed?.at }])
  })

  it.each([
    ['off', async () => await checkStorageSwitch.turn(false)],
    ['unavailable', async () => blockedDevice()],
  ] as const)(
    'an observation stays on the page if the device does not store it (%s)',
    async (outcome, spoil) => {
      await spoil()
      await store.set(recordObservationAtom, subject, 'seen')
      expect(seen(subject)).toMatchObject({ answer: 'seen', outcome })
      await store.set(loadObservationsAtom, [subject])
      expect(seen(subject)).toMatchObject({ answer: 'seen', outcome })
    },
  )

  it('the later of two answers replaces the first for good', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const shown: unknown[] = []
    store.sub(getObservationAtom, () => shown.push(seen(subject)?.answer))
    const first = store.set(recordObservationAtom, subject, 'seen')
    vi.setSystemTime(Date.now() + 1)
    await Promise.all([first, store.set(recordObservationAtom, subject, 'unseen')])
    expect(shown).toEqual(['seen', 'unseen', 'unseen'])
    expect(seen(subject)).toMatchObject({ answer: 'unseen', outcome: 'kept' })
  })

  it('an answer that is given while storage is being read is not replaced', async () => {
    await written('observations', [kept(subject, 1)])
    const entering = store.set(loadObservationsAtom, [subject])
    await Promise.all([entering, store.set(recordObservationAtom, subject, 'unseen')])
    expect(seen(subject)).toMatchObject({ answer: 'unseen', outcome: 'kept' })
  })

  it('an answer that is stored while storage is being read is still said to be stored', async () => {
    const observing = store.set(recordObservationAtom, subject, 'unseen')
    // The answer is asked to be stored once the switch has been read, and so before storage is read here.
    await checkStorageSwitch.isOn()
    await Promise.all([observing, store.set(loadObservationsAtom, [subject])])
    expect(seen(subject)).toMatchObject({ answer: 'unseen', outcome: 'kept' })
  })

  it('an observation disappears from a page that is shown again after the log was deleted', async () => {
    await store.set(recordObservationAtom, subject, 'seen')
    await store.set(storedLogAtoms.loadAtom)
    await store.set(storedLogAtoms.clearAtom)
    await store.set(loadObservationsAtom, [subject])
    expect(seen(subject)).toBeUndefined()
  })
})

it('the stored observations of the shown subjects are loaded, and no others', async () => {
  await written('observations', [kept(GHOST, 1), kept(SEARCH, 2), kept({ ...GHOST, name: 'another' }, 3)])
  await store.set(loadObservationsAtom, [{ ...GHOST, name: 'sOMEONE' }, POST])
  expect(seen(GHOST)).toEqual({ answer: 'seen', at: 1 })
  expect(seen(SEARCH)).toBeUndefined()
  expect(seen({ ...GHOST, name: 'another' })).toBeUndefined()
  await store.set(loadBanObservationsAtom, 'SOMEONE')
  expect([seen(GHOST)?.at, seen(SEARCH)?.at, seen({ ...GHOST, name: 'another' })]).toEqual([1, 2, undefined])
})

it('an observation is not shown for another account, but for the same post whatever its author’s name', async () => {
  const other = { ...GHOST, name: 'another' }
  await Promise.all([
    store.set(recordObservationAtom, GHOST, 'seen'),
    store.set(loadObservationsAtom, [other]),
  ])
  expect([seen(GHOST)?.answer, seen(other)]).toEqual(['seen', undefined])
  await store.set(recordObservationAtom, POST, 'seen')
  expect(seen({ ...POST, name: 'another' })?.answer).toBe('seen')
})

it('an observation is shown with its day, and with the year if it is not the current one', () => {
  const said = (year: number, answer: 'seen' | 'unseen') =>
    observationSentence('ghost_ban', { answer, at: new Date(year, 10, 21).getTime() })
  expect(said(new Date().getFullYear(), 'unseen')).toBe('自分の確認：見えなかった（11月21日）')
  expect(said(2025, 'seen')).toBe('自分の確認：見えた（2025年11月21日）')
})

describe('what a friend saw', () => {
  it('an answer that is given for a friend is stored and shown as the friend’s, also after a reload, and the visitor’s own answer replaces it', async () => {
    store.set(chosenViewerAtom, 'friend')
    await store.set(recordObservationAtom, GHOST, 'unseen')
    const said = () => {
      const observed = seen(GHOST)
      return observed && observationSentence('ghost_ban', observed)
    }
    expect(said()).toMatch(/^友だちの確認：見えなかった（/)
    expect((await readWholeLog())?.observations).toMatchObject([
      { name: GHOST.name, item: 'ghost_ban', answer: 'unseen', viewer: 'friend' },
    ])
    store = createStore()
    await store.set(loadBanObservationsAtom, GHOST.name)
    expect(said()).toMatch(/^友だちの確認：見えなかった（/)
    await store.set(recordObservationAtom, GHOST, 'unseen')
    expect(said()).toMatch(/^自分の確認：/)
    expect((await readWholeLog())?.observations[0]).not.toHaveProperty('viewer')
  })
})
