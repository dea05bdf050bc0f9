import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Me } from '../client.ts'
import { projectsQuery } from '../queries.ts'
import { AccountMenu } from './account-menu.tsx'
import { OrganizationSwitch } from './organization-switch.tsx'
import type { Section } from './sections.ts'
import { texts } from './texts.ts'
import { useSections } from './use-sections.ts'

const row = 'flex items-center gap-2 rounded-md px-2 py-1.5 md:py-1 hover:bg-hover hover:text-ink'
const activeProps = { className: 'bg-hover text-ink font-medium' }
const inactiveProps = { className: 'text-muted' }

export function Sidebar({ me, onNavigate }: { me: Me | undefined; onNavigate?: () => void }) {
  // Until the account is loaded, shows the sections that everyone sees.
  const role = me?.organization === null ? undefined : (me?.organization.role ?? 'guest')
  const byGroup = Map.groupBy(useSections(role), ({ group = '' }) => group)
  return (
    <nav aria-label={texts.sidebar.label} className="flex h-full flex-col gap-4 px-2.5 py-3">
      {me ? <OrganizationSwitch me={me} onNavigate={onNavigate} /> : <div className="min-h-8" />}
      <div className="-mx-1 flex min-h-0 grow flex-col gap-4 overflow-y-auto px-1">
        {[...byGroup].map(([group, members]) => (
          <Sections key={group} group={group} members={members} onNavigate={onNavigate} />
        ))}
        {role && <Projects onNavigate={onNavigate} />}
      </div>
      <div>{me && <AccountMenu me={me} onNavigate={onNavigate} />}</div>
    </nav>
  )
}

interface SectionsProps {
  group: string
  members: Section[]
  onNavigate: (() => void) | undefined
}

function Sections({ group, members, onNavigate }: SectionsProps) {
  return (
    <div>
      {group && <h2 className="px-2 pb-1 text-xs font-semibold text-muted">{group}</h2>}
      <ul className="flex flex-col gap-px">
        {members.map(({ to, name, Icon, exact = false }) => (
          <Item key={to}>
            <Link
              to={to}
              className={row}
              activeOptions={{ exact, includeSearch: false }}
              activeProps={activeProps}
              inactiveProps={inactiveProps}
              onClick={onNavigate}
            >
              <Icon /> {name}
            </Link>
          </Item>
        ))}
      </ul>
    </div>
  )
}

function Projects({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const projects = useQuery(projectsQuery(false)).data
  if (!projects || projects.length === 0) return null
  return (
    <div>
      <h2 className="px-2 pb-1 text-xs font-semibold text-muted">{texts.sidebar.projects}</h2>
      <ul className="flex flex-col gap-px">
        {projects.map(({ id, slug, name, key }) => (
          <Item key={id}>
            <Link
              to="/projects/$slug"
              params={{ slug }}
              className={row}
              activeProps={activeProps}
              inactiveProps={inactiveProps}
              activeOptions={{ includeSearch: false }}
              onClick={onNavigate}
            >
              <span className="min-w-0 grow truncate">{name}</span>
              <span className="font-mono text-[11px] text-muted">{key}</span>
            </Link>
          </Item>
        ))}
      </ul>
    </div>
  )
}

function Item({ children }: { children: ReactNode }) {
  return <li className="min-w-0">{children}</li>
}
