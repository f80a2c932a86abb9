import { beforeEach, expect, it } from 'vitest'
import { createCooldowns } from '../../../server/upstream/x/client/pauses.ts'

const START = 1_790_000_000_000
let now = START
let cooldowns: ReturnType<typeof createCooldowns>
beforeEach(() => {
  now = START
  cooldowns = createCooldowns(() => now)
})
const until = () => cooldowns.current()?.until

it('is over when its time has come, and not before', () => {
  expect(cooldowns.current()).toBeNull()
  cooldowns.begin('limited', START + 1000)
  expect(cooldowns.current()).toEqual({ reason: 'limited', until: START + 1000 })
  now = START + 999
  expect(until()).toBe(START + 1000)
  now = START + 1000
  expect(cooldowns.current()).toBeNull()
})

it('is never shortened by the same reason, and may become longer', () => {
  cooldowns.begin('limited', START + 1000)
  cooldowns.begin('limited', START + 500)
  expect(until()).toBe(START + 1000)
  cooldowns.begin('limited', START + 2000)
  expect(until()).toBe(START + 2000)
  now = START + 2000
  cooldowns.begin('limited', START + 2500)
  expect(until()).toBe(START + 2500)
})

it("gives way to an operator's fault where it is a rate limit, and to nothing where it is such a fault", () => {
  cooldowns.begin('limited', START + 5000)
  cooldowns.begin('credits', START + 1000)
  expect(cooldowns.current()).toEqual({ reason: 'credits', until: START + 1000 })
  cooldowns.begin('limited', START + 9000)
  cooldowns.begin('token', START + 9000)
  expect(cooldowns.current()).toEqual({ reason: 'credits', until: START + 1000 })
})
