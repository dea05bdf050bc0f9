/*
 * What goes into an agent's client so that it finds this server. The dashboard shows some of it with the token that was
 * just made, and docs/clients has all of it: a test keeps the pages to what stands here.
 */

/** In the form that most clients share. */
export function configurationJson(origin: string, value: string): string {
  return mcpServers({ type: 'sse', url: `${origin}/mcp/sse`, headers: bearer(value) })
}

export function claudeCommand(origin: string, value: string): string {
  return `claude mcp add --transport sse baton ${origin}/mcp/sse --header "Authorization: Bearer ${value}"`
}

/** The clients that have a page in docs/clients, and where their configuration goes. */
export const mcpClients = [
  { id: 'claude-code', name: 'Claude Code', goes: 'Goes into .mcp.json in the folder of a project.' },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    goes: 'Goes into claude_desktop_config.json: Settings, Developer.',
  },
  { id: 'cursor', name: 'Cursor', goes: 'Goes into ~/.cursor/mcp.json, or .cursor/mcp.json of a project.' },
  { id: 'vs-code', name: 'VS Code', goes: 'Goes into .vscode/mcp.json. It asks for the token once.' },
  { id: 'codex', name: 'Codex', goes: 'Two lines for a shell. Codex reads the token from there.' },
  { id: 'gemini-cli', name: 'Gemini CLI', goes: 'A line for a shell.' },
] as const
export type McpClient = (typeof mcpClients)[number]['id']

/** By the page in docs/clients that shows it, what is best first. */
export function configurationsOf(origin: string, value: string): Record<McpClient, string[]> {
  const [sse, http] = [`${origin}/mcp/sse`, `${origin}/mcp`]
  const headers = bearer(value)
  const option = `--header "Authorization: Bearer ${value}"`
  return {
    'claude-code': [
      claudeCommand(origin, value),
      `claude mcp add --transport http baton ${http} ${option}`,
      configurationJson(origin, value),
      mcpServers({ type: 'http', url: http, headers }),
    ],
    'claude-desktop': [bridged(http, value, 'http-only'), bridged(sse, value, 'sse-only')],
    cursor: [mcpServers({ url: http, headers }), mcpServers({ url: sse, headers })],
    'vs-code': [inVsCode('http', http), inVsCode('sse', sse)],
    codex: [
      `export BATON_TOKEN=${value}\ncodex mcp add baton --url ${http} --bearer-token-env-var BATON_TOKEN`,
      `[mcp_servers.baton]\nurl = "${http}"\nbearer_token_env_var = "BATON_TOKEN"`,
    ],
    'gemini-cli': [
      `gemini mcp add --scope user --transport http ${option} baton ${http}`,
      mcpServers({ httpUrl: http, headers }),
      mcpServers({ url: sse, headers }),
    ],
  }
}

function bearer(value: string) {
  return { Authorization: `Bearer ${value}` }
}

function mcpServers(baton: object): string {
  return JSON.stringify({ mcpServers: { baton } }, null, 2)
}

/** For a client that only starts programs: one that speaks with us for it. */
function bridged(url: string, value: string, transport: string): string {
  const args = [
    '-y',
    'mcp-remote',
    url,
    '--transport',
    transport,
    '--header',
    'Authorization:${BATON_AUTHORIZATION}',
  ]
  return mcpServers({ command: 'npx', args, env: { BATON_AUTHORIZATION: `Bearer ${value}` } })
}

/** Which asks for the token once, and keeps it safe. */
function inVsCode(type: string, url: string): string {
  const inputs = [{ type: 'promptString', id: 'baton-token', description: 'Token for Baton', password: true }]
  const headers = bearer('${input:baton-token}')
  return JSON.stringify({ inputs, servers: { baton: { type, url, headers } } }, null, 2)
}
