import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Me } from '../client.ts'
import { projectsQuery } from '../queries.ts'
import { FolderIcon, PlugIcon } from '../ui/icons.tsx'
import { AccountMenu } from './account-menu.tsx'

const row = 'flex items-center gap-2 rounded-md px-2 py-1.5 md:py-1 hover:bg-hover hover:text-ink'
const here = { className: 'bg-hover text-ink font-medium' }
const elsewhere = { className: 'text-muted' }

export function Sidebar({ me, onNavigate }: { me: Me | undefined; onNavigate?: () => void }) {
  const projects = useQuery(projectsQuery(false))
  return (
    <nav aria-label="Main" className="flex h-full flex-col gap-4 px-2.5 py-3">
      <div className="flex min-h-7 items-center gap-2 px-1.5">
        <img src="/baton.svg" alt="Baton" className="size-5.5" />
        <span className="truncate font-semibold">{me?.organization?.name}</span>
      </div>
      <ul className="flex flex-col gap-px">
        <Item>
          <Link
            to="/projects"
            className={row}
            activeOptions={{ exact: true }}
            activeProps={here}
            inactiveProps={elsewhere}
            onClick={onNavigate}
          >
            <FolderIcon /> Projects
          </Link>
        </Item>
        <Item>
          <Link
            to="/connect"
            className={row}
            activeProps={here}
            inactiveProps={elsewhere}
            onClick={onNavigate}
          >
            <PlugIcon /> Connect an agent
          </Link>
        </Item>
      </ul>
      {projects.data && projects.data.length > 0 && (
        <div className="flex min-h-0 grow flex-col">
          <h2 className="px-2 pb-1 text-xs font-semibold text-muted">Your projects</h2>
          <ul className="-mx-1 flex min-h-0 flex-col gap-px overflow-y-auto px-1">
            {projects.data.map(({ id, slug, name, key }) => (
              <Item key={id}>
                <Link
                  to="/projects/$slug"
                  params={{ slug }}
                  className={row}
                  activeProps={here}
                  inactiveProps={elsewhere}
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
      )}
      <div className="mt-auto">{me && <AccountMenu me={me} onNavigate={onNavigate} />}</div>
    </nav>
  )
}

function Item({ children }: { children: ReactNode }) {
  return <li className="min-w-0">{children}</li>
}
