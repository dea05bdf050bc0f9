/*
 * The client configuration that connects an agent to this server. The dashboard shows it with a new token. docs/clients
 * shows all of it, and a test compares those pages with this file.
 */

/** Returns the configuration in the form that most clients share. */
export function configurationJson(origin: string, value: string): string {
  return mcpServers({ type: 'http', url: `${origin}/mcp`, headers: bearer(value) })
}

export function claudeCommand(origin: string, value: string): string {
  return `claude mcp add --transport http baton ${origin}/mcp --header "Authorization: Bearer ${value}"`
}

/**
 * Returns the link that opens a client and asks the user to add Baton, or undefined if the client supports none. The
 * link for Cursor contains the value, so create it only where the value is shown. VS Code asks for the value instead.
 */
export function installLink(client: McpClient, origin: string, value: string): string | undefined {
  const url = `${origin}/mcp`
  if (client === 'cursor') {
    const config = encodeURIComponent(btoa(JSON.stringify({ url, headers: bearer(value) })))
    return `cursor://anysphere.cursor-deeplink/mcp/install?name=baton&config=${config}`
  }
  if (client === 'vs-code') {
    const server = { name: 'baton', ...vsCodeServer('http', url), inputs: vsCodeInputs }
    return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`
  }
  return undefined
}

/** The clients with a page in docs/clients, and where to put their configuration. */
export const mcpClients = [
  { id: 'claude-code', name: 'Claude Code', goes: 'Add to .mcp.json in the project folder.' },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    goes: 'Add to claude_desktop_config.json. Open it with Settings, Developer.',
  },
  { id: 'cursor', name: 'Cursor', goes: 'Add to ~/.cursor/mcp.json, or to .cursor/mcp.json of a project.' },
  { id: 'vs-code', name: 'VS Code', goes: 'Add to .vscode/mcp.json. VS Code asks for the token once.' },
  { id: 'codex', name: 'Codex', goes: 'Run both lines in a shell. Codex reads the token from BATON_TOKEN.' },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    goes: 'Run this in a shell. Gemini CLI connects only in folders that you trust.',
  },
] as const
export type McpClient = (typeof mcpClients)[number]['id']

/** Returns the configurations by client, the recommended one first. */
export function configurationsOf(origin: string, value: string): Record<McpClient, string[]> {
  const [sse, http] = [`${origin}/mcp/sse`, `${origin}/mcp`]
  const headers = bearer(value)
  const option = `--header "Authorization: Bearer ${value}"`
  return {
    'claude-code': [
      claudeCommand(origin, value),
      `claude mcp add --transport sse baton ${sse} ${option}`,
      configurationJson(origin, value),
      mcpServers({ type: 'sse', url: sse, headers }),
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
      mcpServers({ url: http, type: 'http', headers }),
      // Without the type, Gemini CLI speaks Streamable HTTP to this URL.
      mcpServers({ url: sse, type: 'sse', headers }),
    ],
  }
}

function bearer(value: string) {
  return { Authorization: `Bearer ${value}` }
}

function mcpServers(baton: object): string {
  return JSON.stringify({ mcpServers: { baton } }, null, 2)
}

/** Returns the configuration for a client that only starts local programs: `mcp-remote` connects it to the server. */
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

/** VS Code asks for the token once and stores it securely, so that no file contains it. */
const vsCodeInputs = [
  { type: 'promptString', id: 'baton-token', description: 'Token for Baton', password: true },
]

function vsCodeServer(type: string, url: string) {
  return { type, url, headers: bearer('${input:baton-token}') }
}

function inVsCode(type: string, url: string): string {
  return JSON.stringify({ inputs: vsCodeInputs, servers: { baton: vsCodeServer(type, url) } }, null, 2)
}
