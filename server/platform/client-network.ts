import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, because one household
 * can choose addresses from a whole /64. An IPv4-mapped IPv6 address counts as IPv4. A client that has already
 * disconnected has no address.
 */
export function clientNetwork(address: string | undefined = ''): string {
  const plain = address.split('%')[0]!.toLowerCase()
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown'
  const groups = expand(plain)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address. */
function expand(address: string): number[] {
  const withoutDots = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    return `${((Number(a) << 8) | Number(b)).toString(16)}:${((Number(c) << 8) | Number(d)).toString(16)}`
  })
  const [head = '', tail] = withoutDots.split('::')
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const left = parse(head)
  const right = tail === undefined ? [] : parse(tail)
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

/** Returns a check for trusted proxies, given entries such as `10.0.0.1`, `10.0.0.0/8` and `::1`. */
export function trustedPeers(entries: string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  return (address) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
