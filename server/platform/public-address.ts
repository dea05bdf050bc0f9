import { BlockList, isIP } from 'node:net'

/*
 * Networks that are not on the public internet, from the IANA special-purpose registries. Links that users provide must
 * not reach hosts that only this machine or its network can reach.
 */
const notPublic = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The internal services of Azure, on an address in a public range.
  '168.63.129.16/32',
])
  add('ipv4', network)

/** The only IPv6 range with global addresses. Excludes networks that embed IPv4 addresses or serve as documentation. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add('ipv6', network)

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

function add(family: 'ipv4' | 'ipv6', network: string): void {
  const [address = '', prefix] = network.split('/')
  notPublic.addSubnet(address, Number(prefix), family)
}
