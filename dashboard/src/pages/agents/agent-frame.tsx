import { Outlet, useParams } from '@tanstack/react-router'
import { GlobeIcon, PlugIcon } from 'lucide-react'
import { useRead } from '../../read.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { headingClass } from '../../ui/page.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { ItemConflicts } from '../conflicts/item-conflicts.tsx'
import type { AgentDetails } from './queries.ts'
import { texts } from './texts.ts'

/** The header and tabs of all pages of an agent. */
export function AgentFrame() {
  const { agent: id } = useParams({ from: '/shell/agents/$agent' })
  return (
    <Loaded
      query={useRead('agents.get', { agent: id })}
      noun={texts.frame.loading}
      errorLink={<TextLink to="/agents">{texts.frame.allAgents}</TextLink>}
    >
      {(agent) => (
        <div className="lg:flex lg:h-full lg:flex-col">
          <title>{`${agent.name} · Baton`}</title>
          <header className="flex flex-wrap items-center gap-3 px-4 pt-5 pb-2 md:px-5">
            <Avatar kind="agent" id={agent.id} name={agent.name} size="size-10 text-sm" />
            <div className="min-w-0 grow basis-60">
              <h1 className={`flex flex-wrap items-center gap-2 ${headingClass}`}>
                {agent.name}
                {agent.model && <Badge>{agent.model}</Badge>}
                {agent.paused && <Badge tone="attention">{texts.frame.paused(agent.paused.by.name)}</Badge>}
              </h1>
              {agent.role && <p className="line-clamp-2 text-muted">{agent.role}</p>}
            </div>
            <span className="flex gap-2">
              {agent.publicSlug && (
                <LinkButton to="/public/agents/$slug" params={{ slug: agent.publicSlug }}>
                  <GlobeIcon /> {texts.frame.publicPage}
                </LinkButton>
              )}
              <LinkButton to="/connect" search={{ agent: agent.name }}>
                <PlugIcon /> {texts.frame.connect}
              </LinkButton>
            </span>
          </header>
          <ItemConflicts item={agent.id} className="px-4 pb-2 md:px-5" />
          <div className="border-b px-4 *:border-0 md:px-5">
            <Tabs label={texts.frame.pages(agent.name)} tabs={tabsOf(agent)} />
          </div>
          <div className="lg:min-h-0 lg:grow lg:overflow-y-auto">
            <Outlet />
          </div>
        </div>
      )}
    </Loaded>
  )
}

function tabsOf({ id, may }: AgentDetails): Tab[] {
  const { frame } = texts
  const page = { params: { agent: id }, search: {}, activeOptions: { includeSearch: false } }
  return [
    {
      name: frame.overview,
      to: '/agents/$agent',
      ...page,
      activeOptions: { exact: true, includeSearch: false },
    },
    { name: frame.memory, to: '/agents/$agent/memory', ...page },
    { name: frame.activity, to: '/agents/$agent/activity', ...page },
    { name: frame.sessions, to: '/agents/$agent/sessions', ...page },
    ...(may.edit ? [{ name: frame.settings, to: '/agents/$agent/settings', ...page } as const] : []),
  ]
}
