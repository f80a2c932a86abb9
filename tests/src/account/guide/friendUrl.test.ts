import { afterEach, expect, it, vi } from 'vitest'
import { friendUrl, readFriendUrl } from '../../../../src/account/guide/FriendGuide.tsx'

afterEach(() => void vi.unstubAllGlobals())

const ASKED = { name: 'some_one', bans: ['search_ban', 'ghost_ban'] as const }

it('asks a friend for what the link was made for', () => {
  vi.stubGlobal('location', new URL('https://checker.example/'))
  expect(readFriendUrl(new URL(friendUrl(ASKED)).search)).toEqual(ASKED)
})

it.each([
  '?screen_name=some_one',
  '?guide=search_ban',
  '?screen_name=<b>&guide=search_ban',
  '?screen_name=some_one&guide=',
  '?screen_name=some_one&guide=search_ban.everything',
  `?screen_name=some_one&guide=${'search_ban.'.repeat(9)}search_ban`,
])('asks for nothing where the address holds anything else: %s', (search) => {
  expect(readFriendUrl(search)).toBeNull()
})
