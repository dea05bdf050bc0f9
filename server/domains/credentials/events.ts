export const credentialEvents = {
  'api_key.created': 'An API key was made.',
  'api_key.revoked': 'An API key was revoked.',
  'mcp_token.connected': 'An agent called its first tool with an MCP token.',
  'mcp_token.created': 'An MCP token was made.',
  'mcp_token.revoked': 'An MCP token was revoked.',
  'mcp_token.updated': 'An MCP token was given another name, or other tools.',
} as const
