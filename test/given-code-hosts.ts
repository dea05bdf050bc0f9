import { connectGivenAccount, givenForge } from './code-host-things.ts'
import type { Given } from './given.ts'

/** Inputs for code hosts that their schemas don't determine: a part of given.ts. */
export const givenCodeHosts: Record<string, Given> = {
  async 'codeHosts.connect'() {
    const { forge, token } = await givenForge()
    return { url: forge.url, token }
  },
  async 'codeHosts.testOwn'(person, server) {
    await connectGivenAccount(person, server)
    return {}
  },
  async 'repos.listAtHost'(person, server) {
    await connectGivenAccount(person, server)
    return {}
  },
}
