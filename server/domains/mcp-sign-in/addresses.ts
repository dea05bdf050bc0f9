import type { Config } from '../../config.ts'

/** What a client may be given. What administers an organization is for tokens that a person makes themselves. */
export const grantable = ['read', 'write'] as const
export type Grantable = (typeof grantable)[number]

/** Where the authorization server answers. It is at APP_URL, because a person decides there. */
export const paths = {
  authorization: '/oauth/mcp/authorize',
  token: '/oauth/mcp/token',
  registration: '/oauth/mcp/register',
  revocation: '/oauth/mcp/revoke',
} as const

/** The page on which a person lets a client in. */
export const consentPage = '/mcp-sign-in'

/** What a token is for: RFC 8707. The address that people give their client. */
export function resourceOf({ MCP_URL }: Config): string {
  return `${MCP_URL}/mcp`
}

export const resourceMetadataPath = '/.well-known/oauth-protected-resource'

/** RFC 9728: how a client that was refused finds out where to sign in. */
export function resourceMetadata(config: Config) {
  return {
    resource: resourceOf(config),
    authorization_servers: [config.APP_URL],
    scopes_supported: grantable,
    bearer_methods_supported: ['header'],
    resource_name: 'Baton',
  }
}

/** RFC 8414. */
export function serverMetadata({ APP_URL }: Config) {
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
    client_id_metadata_document_supported: true,
  }
}

/** What a refusal at an address says of how to be let in. Only /mcp offers a sign-in: see docs/mcp-sign-in.md. */
export function challengeAt(config: Config, route: string | undefined): string {
  if (!config.MCP_OAUTH || route !== '/mcp') return 'Bearer'
  const metadata = `${config.MCP_URL}${resourceMetadataPath}/mcp`
  return `Bearer resource_metadata="${metadata}", scope="${grantable.join(' ')}"`
}
