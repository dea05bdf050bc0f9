import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { ConsentRequests } from './consent.tsx'
import { History } from './history.tsx'
import { MachineHeader } from './machine-header.tsx'
import { McpServers } from './mcp-servers.tsx'
import { Permissions } from './permissions.tsx'
import type { MachineSearch } from './machine-search.ts'
import { type Machine, machineQuery } from './queries.ts'
import { RunAction } from './run-action.tsx'
import { RunPanel } from './run-panel.tsx'
import { texts } from './texts.ts'

/** One machine: its requests, actions, MCP servers, permissions and history, with the selected run beside them. */
export function MachinePage() {
  const { tunnel } = useParams({ from: '/shell/machines/$tunnel' })
  return (
    <Loaded
      query={useQuery(machineQuery(tunnel))}
      noun={texts.header.loading}
      errorLink={<TextLink to="/machines">{texts.header.all}</TextLink>}
    >
      {(machine) => <MachineContent key={machine.id} machine={machine} />}
    </Loaded>
  )
}

function MachineContent({ machine }: { machine: Machine }) {
  const search = useSearch({ from: '/shell/machines/$tunnel' })
  const change = useChangeSearch<MachineSearch>()
  const { isOwner, canUse, status } = machine
  const openRun = (run: string) => change({ run }, false)
  const closeRun = () => {
    change({ run: undefined }, false)
    document.querySelector<HTMLElement>(`[data-run="${CSS.escape(search.run ?? '')}"]`)?.focus()
  }
  const isUsable = canUse && status !== 'pending'
  return (
    <div className="lg:flex lg:h-full">
      <title>{`${machine.name} · Baton`}</title>
      <div className="min-w-0 grow px-4 pt-5 pb-12 md:px-5 lg:overflow-y-auto">
        <div className="max-w-3xl">
          <MachineHeader machine={machine} />
          {isOwner && <ConsentRequests machine={machine} />}
          {isUsable && <RunAction machine={machine} onRun={openRun} />}
          {isUsable && <McpServers machine={machine} onRun={openRun} />}
          {isOwner && machine.requesters && status !== 'revoked' && <Permissions machine={machine} />}
          <History machine={machine} search={search} change={change} />
        </div>
      </div>
      {search.run && (
        <div className="shrink-0 lg:h-full lg:w-120 lg:overflow-y-auto lg:border-l">
          <RunPanel key={search.run} machine={machine} run={search.run} onClose={closeRun} />
        </div>
      )}
    </div>
  )
}
