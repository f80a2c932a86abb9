import { beforeEach, describe, expect, it } from 'vitest'
import { earlierCheck, loggedState } from '../../../../src/account/earlier/EarlierAnswer.tsx'
import { switchLog } from '../../../../src/storage/database.ts'
import { resultText } from '../../../../src/text/result.ts'
import { blockedDevice, emptyDevice, loggedCheck, written } from '../../log/deviceLog.ts'

describe('earlierCheck', () => {
  beforeEach(async () => {
    emptyDevice()
    await written('checks', [
      loggedCheck({ at: 1 }),
      loggedCheck({ at: 2 }),
      loggedCheck({ account: 'other', at: 3 }),
    ])
  })

  it('is the last one of the account that the device keeps, however the name is written', async () => {
    expect(await earlierCheck('NAME')).toEqual(loggedCheck({ at: 2 }))
    expect(await earlierCheck('nobody')).toBeNull()
  })

  it('is none while the visitor wants none to be kept, and where nothing can be read', async () => {
    await switchLog(false)
    expect(await earlierCheck('name')).toBeNull()
    await switchLog(true)
    expect(await earlierCheck('name')).not.toBeNull()
    blockedDevice()
    expect(await earlierCheck('name')).toBeNull()
  })
})

describe('loggedState', () => {
  it('says of a search that found all, or some of another item, nothing but the flag', () => {
    const check = loggedCheck({ partly: null })
    expect(loggedState(check, 'search_ban')).toEqual({ tone: 'ok', words: resultText.ban.no })
    const some = loggedCheck({ partly: { looked: 9, found: 4 } })
    expect(loggedState(some, 'ghost_ban')).toEqual({ tone: 'ok', words: resultText.ban.no })
  })

  it('says of each item what was kept, and calls nothing clear that was not judged', () => {
    const check = loggedCheck({
      bans: { search_suggestion_ban: false, search_ban: false, ghost_ban: null, reply_deboosting: true },
      partly: { looked: 9, found: 4 },
    })
    expect(loggedState(check, 'search_suggestion_ban')).toEqual({ tone: 'ok', words: resultText.ban.no })
    expect(loggedState(check, 'search_ban')).toEqual({
      tone: 'warning',
      words: resultText.ban.partly(9, 4),
    })
    expect(loggedState(check, 'ghost_ban')).toEqual({ tone: 'unknown', words: resultText.ban.unknown })
    expect(loggedState(check, 'reply_deboosting')).toEqual({ tone: 'excluded', words: resultText.ban.yes })
  })
})
