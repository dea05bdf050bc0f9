import type { LinkProps } from '@tanstack/react-router'
import {
  ActivityIcon,
  BellIcon,
  BotIcon,
  BrainIcon,
  Building2Icon,
  ClockIcon,
  FileTextIcon,
  FolderIcon,
  LayersIcon,
  MessagesSquareIcon,
  PlugIcon,
  ScrollTextIcon,
  SparkleIcon,
  SplitIcon,
  Trash2Icon,
  UsersIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Role } from '../client.ts'
import { texts } from './texts.ts'

export interface Section {
  to: LinkProps['to'] & string
  name: string
  Icon: ComponentType
  /** The lowest role that sees the section. Without it, everyone does. */
  minRole?: Role
  /** The feature of the instance that shows the section. Without it, every instance does. */
  feature?: 'community'
  /** Whether the entry is only active on this exact page, because pages below it have their own entries. */
  exact?: true
  /** The heading in the sidebar. Sections without one come first. */
  group?: string
}

const { sections: names, groups, otherTitles } = texts

/** The sections of an organization. Each is an entry of the sidebar, a command, and the title of its pages. */
export const sections: readonly Section[] = [
  { to: '/inbox', name: names.inbox, Icon: BellIcon },
  { to: '/projects', name: names.projects, Icon: FolderIcon, exact: true },
  { to: '/teams', name: names.teams, Icon: UsersIcon, minRole: 'member' },
  { to: '/workspaces', name: names.workspaces, Icon: LayersIcon, minRole: 'member' },
  { to: '/agents', name: names.agents, Icon: BotIcon, minRole: 'member', group: groups.agents },
  { to: '/memory', name: names.memory, Icon: BrainIcon, group: groups.agents },
  { to: '/sessions', name: names.sessions, Icon: ClockIcon, group: groups.agents },
  { to: '/activity', name: names.activity, Icon: ActivityIcon, group: groups.agents },
  { to: '/organization', name: names.organization, Icon: Building2Icon },
  { to: '/community', name: names.community, Icon: MessagesSquareIcon, feature: 'community' },
  { to: '/trash', name: names.trash, Icon: Trash2Icon },
  { to: '/connect', name: names.connect, Icon: PlugIcon },
  { to: '/notes', name: names.notes, Icon: FileTextIcon, group: groups.knowledge },
  { to: '/decisions', name: names.decisions, Icon: SplitIcon, group: groups.knowledge },
  { to: '/specs', name: names.specs, Icon: ScrollTextIcon, group: groups.knowledge },
  { to: '/skills', name: names.skills, Icon: SparkleIcon, group: groups.knowledge },
]

/** Returns the title of the section that a path belongs to. */
export function titleOf(path: string): string {
  if (path === '/onboarding') return otherTitles.onboarding
  if (path === '/search') return otherTitles.search
  if (path === '/help' || path.startsWith('/help/')) return otherTitles.handbook
  if (path === '/issues' || path.startsWith('/issues/')) return otherTitles.issues
  if (path === '/marketplace' || path.startsWith('/marketplace/')) return otherTitles.marketplace
  if (path === '/settings' || path.startsWith('/settings/')) return otherTitles.settings
  if (path === '/admin' || path.startsWith('/admin/')) return otherTitles.administration
  return sections.find(({ to }) => path === to || path.startsWith(`${to}/`))?.name ?? otherTitles.baton
}
