import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Role } from '../client.ts'
import { BuildingIcon, FolderIcon, LayersIcon, PeopleIcon, PlugIcon, TrashIcon } from '../ui/icons.tsx'
import { ActivityIcon, AgentIcon, BellIcon, MemoryIcon, SessionIcon } from '../ui/icons.tsx'
import { DecisionIcon, NoteIcon, SkillIcon, SpecIcon } from '../ui/icons.tsx'

export interface Section {
  to: LinkProps['to'] & string
  name: string
  Icon: ComponentType
  /** Whoever has less does not see it. */
  least?: Role
  /** Whether the pages below it have an entry of their own. */
  exact?: true
  /** The heading it stands below in the sidebar; without one it is among the first. */
  group?: string
}

/** What there is in an organization. Each line is an entry of the sidebar, a command, and the title of its pages. */
export const sections: readonly Section[] = [
  { to: '/inbox', name: 'Inbox', Icon: BellIcon },
  { to: '/projects', name: 'Projects', Icon: FolderIcon, exact: true },
  { to: '/teams', name: 'Teams', Icon: PeopleIcon, least: 'member' },
  { to: '/workspaces', name: 'Workspaces', Icon: LayersIcon, least: 'member' },
  { to: '/agents', name: 'Agents', Icon: AgentIcon, least: 'member', group: 'Agents' },
  { to: '/memory', name: 'Memory', Icon: MemoryIcon, group: 'Agents' },
  { to: '/sessions', name: 'Sessions', Icon: SessionIcon, group: 'Agents' },
  { to: '/activity', name: 'Activity', Icon: ActivityIcon, group: 'Agents' },
  { to: '/organization', name: 'Organization', Icon: BuildingIcon },
  { to: '/trash', name: 'Trash', Icon: TrashIcon },
  { to: '/connect', name: 'Connect an agent', Icon: PlugIcon },
  { to: '/notes', name: 'Notes', Icon: NoteIcon, group: 'Knowledge' },
  { to: '/decisions', name: 'Decisions', Icon: DecisionIcon, group: 'Knowledge' },
  { to: '/specs', name: 'Specs', Icon: SpecIcon, group: 'Knowledge' },
  { to: '/skills', name: 'Skills', Icon: SkillIcon, group: 'Knowledge' },
]

/** What the pages at this address belong to. */
export function titleOf(path: string): string {
  if (path === '/onboarding') return 'Set up'
  if (path === '/search') return 'Search'
  if (path === '/help' || path.startsWith('/help/')) return 'Handbook'
  if (path === '/settings' || path.startsWith('/settings/')) return 'Settings'
  return sections.find(({ to }) => path === to || path.startsWith(`${to}/`))?.name ?? 'Baton'
}
