/** What goes into an agent's client so that it finds this server. */
export function configurationJson(origin: string, value: string): string {
  const baton = {
    type: 'sse',
    url: `${origin}/mcp/sse`,
    headers: { Authorization: `Bearer ${value}` },
  }
  return JSON.stringify({ mcpServers: { baton } }, null, 2)
}

export function claudeCommand(origin: string, value: string): string {
  return `claude mcp add --transport sse baton ${origin}/mcp/sse --header "Authorization: Bearer ${value}"`
}
