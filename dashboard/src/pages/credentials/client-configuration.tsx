import { useState } from 'react'
import {
  type McpClient,
  claudeCommand,
  configurationJson,
  configurationsOf,
  mcpClients,
} from '../../../../server/doors/mcp/client-configuration.ts'
import { Select } from '../../ui/select.tsx'
import { Snippet } from './snippet.tsx'

const options = mcpClients.map(({ id, name }) => ({ value: id, name }))

/** What to write into the client that somebody has. Most of the others take what Claude Code takes. */
export function ClientConfiguration({ address, value }: { address: string; value: string }) {
  const [client, setClient] = useState<McpClient>('claude-code')
  const { name, goes } = mcpClients.find(({ id }) => id === client)!
  return (
    <>
      <div className="flex items-center gap-3">
        <span aria-hidden className="text-[13px] text-muted">
          For which client?
        </span>
        <Select label="Client" options={options} value={client} onChange={setClient} />
      </div>
      {client === 'claude-code' ? (
        <>
          <Snippet
            title="Configuration for an MCP client"
            hint="Goes into the client's configuration file, such as .mcp.json."
            copyLabel="Copy the configuration"
            value={configurationJson(address, value)}
          />
          <Snippet
            title="Or, for Claude Code, one command"
            copyLabel="Copy the command"
            value={claudeCommand(address, value)}
          />
        </>
      ) : (
        <Snippet
          title={`Configuration for ${name}`}
          hint={goes}
          copyLabel="Copy the configuration"
          value={configurationsOf(address, value)[client][0]!}
        />
      )}
    </>
  )
}
