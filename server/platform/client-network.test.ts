import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { clientNetwork, trustedPeers } from './client-network.ts'

describe('the network of a client', () => {
  it('is the same for every spelling of an address', () => {
    const spellings = [
      '2001:db8:0:1::5',
      '2001:0db8:0000:0001:0000:0000:0000:0005',
      '2001:DB8:0:1:0::5',
      '2001:db8:0:1::5%eth0',
    ]
    assert.deepEqual(new Set(spellings.map(clientNetwork)), new Set(['2001:db8:0:1::/64']))
  })

  it('is the IPv4 address of an IPv4-mapped IPv6 address', () => {
    for (const mapped of ['::ffff:203.0.113.7', '::ffff:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7']) {
      assert.equal(clientNetwork(mapped), '203.0.113.7')
    }
  })

  it('is the same within a /64 and differs for the next one', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const network = clientNetwork(address)
        assert.match(network, /^[0-9a-f:]+::\/64$|^\d+(\.\d+){3}$/)
        if (network.endsWith('/64'))
          assert.equal(clientNetwork(network.replace('::/64', ':1:2:3:4')), network)
      }),
    )
    assert.notEqual(clientNetwork('2001:db8:0:1::1'), clientNetwork('2001:db8:0:2::1'))
  })

  it('is unknown for text that is not an address', () => {
    assert.equal(clientNetwork('nonsense'), 'unknown')
    assert.equal(clientNetwork(undefined), 'unknown')
  })

  it('is accepted only from trusted peers', () => {
    const trusted = trustedPeers(['10.0.0.0/8', '::1'])
    assert.deepEqual(['10.1.2.3', '::1', '11.0.0.1', '::2'].map(trusted), [true, true, false, false])
  })
})
