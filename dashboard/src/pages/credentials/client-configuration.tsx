import { useState } from 'react'
import {
  type McpClient,
  claudeCommand,
  configurationJson,
  configurationsOf,
  installLink,
  mcpClients,
} from '../../../../server/doors/mcp/client-configuration.ts'
import { buttonClass, buttonKinds } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Snippet } from './snippet.tsx'
import { texts } from './texts.ts'

const options = mcpClients.map(({ id, name }) => ({ value: id, name }))

/** Shows the configuration for the selected client. Most other clients accept the one for Claude Code. */
export function ClientConfiguration({ address, value }: { address: string; value: string }) {
  const labels = texts.clientConfiguration
  const [client, setClient] = useState<McpClient>('claude-code')
  const { name, goes } = mcpClients.find(({ id }) => id === client)!
  const link = installLink(client, address, value)
  return (
    <>
      <div className="flex items-center gap-3">
        <span aria-hidden className="text-[13px] text-muted">
          {labels.client}
        </span>
        <Select label={labels.client} options={options} value={client} onChange={setClient} />
      </div>
      {client === 'claude-code' ? (
        <>
          <Snippet
            title={labels.anyClient}
            hint={labels.anyClientHint}
            copyLabel={labels.copyConfiguration}
            value={configurationJson(address, value)}
          />
          <Snippet
            title={labels.claudeCode}
            copyLabel={labels.copyCommand}
            value={claudeCommand(address, value)}
          />
        </>
      ) : (
        <>
          {link && (
            <p className="flex items-center gap-3">
              <a href={link} className={`${buttonClass} ${buttonKinds.plain}`}>
                {labels.install(name)}
              </a>
              <span className="text-[13px] text-muted">
                {client === 'vs-code' ? labels.installPasteHint : labels.installHint(name)}
              </span>
            </p>
          )}
          <Snippet
            title={labels.oneClient(name)}
            hint={goes}
            copyLabel={labels.copyConfiguration}
            value={configurationsOf(address, value)[client][0]!}
          />
        </>
      )}
    </>
  )
}
