/** What limits count by: an IPv4 address, or an IPv6 network of 64 bits, since a visitor owns all of it. */
export function limitKeyOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
