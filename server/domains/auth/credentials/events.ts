export const credentialEvents = {
  'api_key.created': 'An API key was created.',
  'api_key.revoked': 'An API key was revoked.',
  'mcp_token.connected': 'An agent called its first tool with an MCP token.',
  'mcp_token.created': 'An MCP token was created.',
  'mcp_token.revoked': 'An MCP token was revoked.',
  'mcp_token.updated': 'The name or tool profile of an MCP token changed.',
} as const
