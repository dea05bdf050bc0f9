import type { Given } from './given.ts'

/** Inputs for machines that their schemas don't determine: a part of given.ts. */
export const givenTunnels: Record<string, Given> = {
  // A guest can't register a machine, but anyone can claim one.
  async 'tunnels.claim'(_person, server) {
    const owner = await server.register('Registrant')
    const { nonce } = await owner.call('tunnels.register', { name: 'Laptop' })
    return { nonce, machine: { hostname: 'laptop', platform: 'linux', version: '1.0.0' } }
  },
  'tunnels.execute': () => ({ action: 'get_status' }),
}
