import { useState } from 'react'
import {
  type McpClient,
  configurationJson,
  configurationsOf,
  installLink,
  mcpClients,
} from '../../../../server/doors/mcp/client-configuration.ts'
import { buttonClass, buttonKinds } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Snippet } from './snippet.tsx'
import { texts } from './texts.ts'

type ClientChoice = McpClient | 'other'

const names = {
  ...Object.fromEntries(mcpClients.map(({ id, name }) => [id, name])),
  other: texts.clientConfiguration.other,
} as Record<ClientChoice, string>

/** Shows how to add Baton to the selected client over Streamable HTTP: one block, and a link if it supports one. */
export function ClientConfiguration({ address, value }: { address: string; value: string }) {
  const labels = texts.clientConfiguration
  const [client, setClient] = useState<ClientChoice>('claude-code')
  const link = client === 'other' ? undefined : installLink(client, address, value)
  return (
    <>
      <div className="flex flex-col items-start gap-1.5">
        <span aria-hidden className="font-medium">
          {labels.client}
        </span>
        <Choice label={labels.client} names={names} value={client} onChange={setClient} />
      </div>
      {link && (
        <p className="flex flex-wrap items-center gap-3">
          <a href={link} className={`${buttonClass} ${buttonKinds.primary}`}>
            {labels.install(names[client])}
          </a>
          <span className="text-[13px] text-muted">
            {client === 'vs-code' ? labels.installPasteHint : labels.installHint(names[client])}
          </span>
        </p>
      )}
      <Snippet {...blockOf(client, address, value)} />
    </>
  )
}

function blockOf(client: ClientChoice, address: string, value: string) {
  const labels = texts.clientConfiguration
  if (client === 'other')
    return {
      title: labels.otherTitle,
      hint: labels.otherHint,
      copyLabel: labels.copyConfiguration,
      value: configurationJson(address, value),
    }
  const { name, goes } = mcpClients.find(({ id }) => id === client)!
  const block = configurationsOf(address, value)[client][0]!
  const isFile = block.startsWith('{')
  return {
    title: isFile ? labels.configuration(name) : labels.command(name),
    hint: client === 'claude-code' ? labels.claudeCodeHint : goes,
    copyLabel: isFile ? labels.copyConfiguration : labels.copyCommand,
    value: block,
  }
}
