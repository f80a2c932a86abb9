import { expect, it } from 'vitest'
import { securityTxt } from '../../build/site/files.ts'

const NOW = Date.UTC(2026, 10, 22, 13, 45)
const site = { origin: 'https://checker.example', base: '/', contactUrl: 'mailto:us@checker.example' }

it('names the contact, the day until which that holds, the languages and where it lies', () => {
  expect(securityTxt(site, NOW)).toBe(
    'Contact: mailto:us@checker.example\n' +
      'Expires: 2027-11-21T00:00:00.000Z\n' +
      'Preferred-Languages: ja, en\n' +
      'Canonical: https://checker.example/.well-known/security.txt\n',
  )
})

it('holds for less than a year, as the RFC recommends', () => {
  const [, expires = ''] = /^Expires: (.*)$/m.exec(securityTxt(site, NOW) ?? '') ?? []
  expect(Date.parse(expires) - NOW).toBeLessThan(365 * 86_400_000)
  expect(Date.parse(expires) - NOW).toBeGreaterThan(360 * 86_400_000)
})

it('names a page as well as an address, where it has TLS', () => {
  const contactUrl = 'https://checker.example/contact'
  expect(securityTxt({ ...site, contactUrl }, NOW)).toContain(`Contact: ${contactUrl}\n`)
})

it.each([
  ['nobody is named', { ...site, contactUrl: '' }],
  ['the contact is a page without TLS', { ...site, contactUrl: 'http://checker.example/contact' }],
  ['only a part of the contact has TLS', { ...site, contactUrl: 'http://checker.example/?for=https://a' }],
  ['the site is a folder of another one', { ...site, base: '/tools/checker/' }],
])('is not there where %s', (_why, facts) => {
  expect(securityTxt(facts, NOW)).toBeNull()
})

it('names no canonical place on an origin without TLS', () => {
  expect(securityTxt({ ...site, origin: 'http://localhost:8787' }, NOW)).toBe(
    'Contact: mailto:us@checker.example\nExpires: 2027-11-21T00:00:00.000Z\nPreferred-Languages: ja, en\n',
  )
})
