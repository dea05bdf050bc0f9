import { PlugIcon } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../ui/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section, card } from '../../ui/section.tsx'
import { useExecute } from './execute.ts'
import { ModeBadge } from './machine-state.tsx'
import type { Machine, MachineServer } from './queries.ts'
import { ServerTools } from './server-tools.tsx'
import { texts as all } from './texts.ts'

const texts = all.servers

interface McpServersProps {
  machine: Machine
  onRun: (run: string) => void
}

/** The MCP servers of the machine: their URLs, and their tools to try. */
export function McpServers({ machine, onRun }: McpServersProps) {
  const servers = machine.servers.filter(({ mode }) => mode !== 'reject')
  return (
    <Section
      title={texts.title}
      text={texts.text}
      action={
        <LinkButton to="/connect">
          <PlugIcon /> {texts.connect}
        </LinkButton>
      }
    >
      <ul aria-label={texts.label} className="flex flex-col gap-3">
        <li className={`flex flex-col gap-3 p-4 ${card}`}>
          <div>
            <h3 className="font-medium">{texts.actions}</h3>
            <p className="text-[13px] text-muted">{texts.actionsText}</p>
          </div>
          <Url name={texts.actions} url={machine.mcpUrl} />
        </li>
        {servers.map((server) => (
          <Server key={server.name} machine={machine} server={server} onRun={onRun} />
        ))}
      </ul>
    </Section>
  )
}

function Server({ machine, server, onRun }: McpServersProps & { server: MachineServer }) {
  const { name, description, mode, transport, url } = server
  const execute = useExecute(machine.id)
  const [listing, setListing] = useState<string>()
  const list = useAction(async () =>
    setListing((await execute({ action: 'list_tools', target: name, input: {} })).id),
  )
  return (
    <li className={`flex flex-col gap-3 p-4 ${card}`}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 grow basis-48">
          <h3 className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {name}
            <Badge>{texts.transports[transport]}</Badge>
            <ModeBadge mode={mode} owner={machine.isOwner ? undefined : machine.owner.name} />
          </h3>
          {description && <p className="text-[13px] text-muted wrap-anywhere">{description}</p>}
        </div>
        <Button
          aria-label={texts.listToolsOf(name)}
          busy={list.busy}
          disabled={machine.status !== 'online'}
          onClick={list.run}
        >
          {texts.listTools}
        </Button>
      </div>
      <Url name={name} url={url} />
      <FormMessage>{list.message}</FormMessage>
      {listing && <ServerTools key={listing} machine={machine} server={name} run={listing} onRun={onRun} />}
    </li>
  )
}

function Url({ name, url }: { name: string; url: string }) {
  return (
    <div className="flex items-center gap-2">
      <input
        readOnly
        aria-label={texts.url(name)}
        value={url}
        className="control h-8 min-w-0 font-mono text-[12.5px]"
      />
      <CopyButton label={texts.copyUrl(name)} value={url} />
    </div>
  )
}
