import { isIP } from 'node:net'
import * as v from 'valibot'
import { JUDGEABLE_ITEMS } from '../contract/outcomes.ts'
import { checkedList, checkedText } from '../contract/variables.ts'

export const isWhole = (value: string, min: number, max: number) =>
  /^[0-9]{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
export const whole = (min: number, max: number) =>
  v.pipe(
    checkedText((value) => isWhole(value, min, max), `a whole number from ${min} to ${max}`),
    v.transform(Number),
  )
export const confirmed = (word: string) =>
  v.pipe(
    v.picklist(['', word], `be empty or "${word}"`),
    v.transform((value) => value !== ''),
  )
export const isDollars = (value: string) =>
  /^[0-9]{1,6}(?:\.[0-9]{1,6})?$/.test(value) && Number(value) <= 100_000

/** Whether a text is an address, or a network whose prefix has at least so many bits. */
function isAddressOrPrefix(value: string, bitsMin: { 4: number; 6: number }): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (family === 4 ? isWhole(bits, bitsMin[4], 32) : isWhole(bits, bitsMin[6], 128))
}

/** An address, or a network no wider than proxies can be in: 10.0.0.0/8 and fc00::/7. */
export const isRange = (value: string) => isAddressOrPrefix(value, { 4: 8, 6: 7 })

/** An address, or a network of any width but all of the Internet. */
export const isAddressOrNetwork = (value: string) => isAddressOrPrefix(value, { 4: 1, 6: 1 })

export const NOTICE_MAX = 200
/** Plain text of one line. */
export const isNoticeText = (value: string) =>
  [...value].length <= NOTICE_MAX && !/[\p{Cc}\u2028\u2029]/u.test(value)
export const notice = checkedText(isNoticeText, `plain text of one line, at most ${NOTICE_MAX} characters`)

/** The items of `X_JUDGE`. "none" means nothing, so it cannot be named beside an item. */
export const JudgedItemsSchema = v.pipe(
  checkedList(
    (value) => value === 'none' || JUDGEABLE_ITEMS.some((item) => item === value),
    `${JUDGEABLE_ITEMS.join(', ')}, or "none" alone`,
  ),
  v.check(
    (named) => named.length < 2 || !named.includes('none'),
    `hold ${JUDGEABLE_ITEMS.join(', ')}, or "none" alone`,
  ),
  v.transform((named) => JUDGEABLE_ITEMS.filter((item) => named.length === 0 || named.includes(item))),
)

export const megabytes = v.pipe(
  whole(1, 1_000_000),
  v.transform((mb) => mb * 1024 * 1024),
)
