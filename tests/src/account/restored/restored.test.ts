import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoredCheck } from '../../../../src/account/restored/RestoredResult.tsx'
import { storeEntry, readEntry } from '../../../../src/account/accountAtoms.ts'
import { logSwitch } from '../../../../src/storage/database.ts'
import { blockedDevice, emptyDevice, storedCheck, written } from '../../log/deviceLog.ts'

describe('restoredCheck', () => {
  beforeEach(async () => {
    emptyDevice()
    await written('checks', [
      storedCheck({ at: 1 }),
      storedCheck({ at: 2 }),
      storedCheck({ account: 'other', at: 3 }),
    ])
  })

  it('is the last one of the account that the device keeps, however the name is written', async () => {
    expect(await restoredCheck('NAME')).toEqual(storedCheck({ at: 2 }))
    expect(await restoredCheck('nobody')).toBeNull()
  })

  it('is none while the visitor wants none to be kept, and where nothing can be read', async () => {
    await logSwitch.turn(false)
    expect(await restoredCheck('name')).toBeNull()
    blockedDevice()
    expect(await restoredCheck('name')).toBeNull()
  })
})

describe('the entry of the history', () => {
  afterEach(() => void vi.unstubAllGlobals())

  function entry(state: unknown) {
    const history = { state, replaceState: (next: unknown) => void (history.state = next) }
    vi.stubGlobal('history', history)
    return history
  }

  it('keeps a check where the router keeps what its pages want kept', () => {
    const history = entry({ idx: 3, key: 'abc' })
    storeEntry({ checked: 'Some_Name', endedAt: 5 })
    expect(history.state).toEqual({ idx: 3, key: 'abc', usr: { checked: 'Some_Name', endedAt: 5 } })
    expect(readEntry()).toEqual({ checked: 'Some_Name', endedAt: 5, isWanted: false })
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
    storeEntry({ checked: 'a' })
    expect(readEntry()).toBeNull()
  })
})
