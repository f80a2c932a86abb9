import { beforeEach, describe, expect, it } from 'vitest'
import { restoredCheck } from '../../../../src/account/restored/RestoredResult.tsx'
import { switchLog } from '../../../../src/storage/database.ts'
import { blockedDevice, emptyDevice, loggedCheck, written } from '../../log/deviceLog.ts'

describe('restoredCheck', () => {
  beforeEach(async () => {
    emptyDevice()
    await written('checks', [
      loggedCheck({ at: 1 }),
      loggedCheck({ at: 2 }),
      loggedCheck({ account: 'other', at: 3 }),
    ])
  })

  it('is the last one of the account that the device keeps, however the name is written', async () => {
    expect(await restoredCheck('NAME')).toEqual(loggedCheck({ at: 2 }))
    expect(await restoredCheck('nobody')).toBeNull()
  })

  it('is none while the visitor wants none to be kept, and where nothing can be read', async () => {
    await switchLog(false)
    expect(await restoredCheck('name')).toBeNull()
    await switchLog(true)
    expect(await restoredCheck('name')).not.toBeNull()
    blockedDevice()
    expect(await restoredCheck('name')).toBeNull()
  })
})
