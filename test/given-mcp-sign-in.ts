import { hashSecret } from '../server/domains/auth/accounts/email-tokens.ts'
import { storeArtifact } from '../server/domains/auth/mcp-sign-in/artifacts.ts'
import { randomSecret } from '../server/platform/ids.ts'
import { browserSecret } from './given-browser.ts'
import type { Given } from './given.ts'
import type { TestServer } from './harness.ts'

const request: Given = (_person, server) => createSignInRequest(server)

/** Inputs for the operations with which a user approves an MCP client: a part of given.ts. */
export const givenMcpSignIn: Record<string, Given> = {
  'mcpSignIn.get': request,
  'mcpSignIn.allow': request,
  'mcpSignIn.deny': request,
}

/** Creates a sign-in request of an MCP client that waits in this browser. */
async function createSignInRequest({ app }: TestServer) {
  const request = randomSecret()
  const details = {
    browser: hashSecret(browserSecret).toString('hex'),
    client: { name: 'A client', host: null },
    redirect: 'http://127.0.0.1:4321/callback',
    scopes: ['read', 'write'],
  }
  const payload = {
    exp: Math.floor(Date.now() / 1000) + 600,
    prompt: { details },
    params: { client_id: 'a client' },
    returnTo: `${app.config.APP_URL}/oauth/mcp/authorize/${request}`,
  }
  await storeArtifact(app.database, app.secrets, { kind: 'Interaction', id: request, payload, seconds: 600 })
  return { request }
}
