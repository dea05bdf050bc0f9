import type { Config } from '../../../config.ts'

/** Scopes that a client can receive by sign-in. The `admin` scope needs a token that a user creates by hand. */
export const grantable = ['read', 'write'] as const
export type Grantable = (typeof grantable)[number]

/** Paths of the authorization server, below APP_URL because the user gives consent in the dashboard. */
export const paths = {
  authorization: '/oauth/mcp/authorize',
  token: '/oauth/mcp/token',
  registration: '/oauth/mcp/register',
  revocation: '/oauth/mcp/revoke',
} as const

/** Dashboard page on which a user allows or denies a client. */
export const consentPage = '/mcp-sign-in'

/** Returns the resource indicator of a token (RFC 8707): the URL that users configure in their client. */
export function resourceOf({ MCP_URL }: Config): string {
  return `${MCP_URL}/mcp`
}

export const resourceMetadataPath = '/.well-known/oauth-protected-resource'

/** Returns the protected resource metadata (RFC 9728), which tells an unauthorized client where to sign in. */
export function resourceMetadata(config: Config) {
  return {
    resource: resourceOf(config),
    authorization_servers: [config.APP_URL],
    scopes_supported: grantable,
    bearer_methods_supported: ['header'],
    resource_name: 'Baton',
  }
}

/** Returns the authorization server metadata (RFC 8414). */
export function serverMetadata({ APP_URL }: Config, canFetchDocuments: boolean) {
  return {
    issuer: APP_URL,
    authorization_endpoint: APP_URL + paths.authorization,
    token_endpoint: APP_URL + paths.token,
    registration_endpoint: APP_URL + paths.registration,
    revocation_endpoint: APP_URL + paths.revocation,
    scopes_supported: grantable,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: canFetchDocuments,
  }
}

/** Returns the `WWW-Authenticate` challenge of a route. Only /mcp offers sign-in: see docs/mcp-sign-in.md. */
export function challengeAt(config: Config, route: string | undefined): string {
  if (!config.MCP_OAUTH || route !== '/mcp') return 'Bearer'
  const metadata = `${config.MCP_URL}${resourceMetadataPath}/mcp`
  return `Bearer resource_metadata="${metadata}", scope="${grantable.join(' ')}"`
}
