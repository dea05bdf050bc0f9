import type { LinkProps } from '@tanstack/react-router'
import {
  ActivityIcon,
  BotIcon,
  BrainIcon,
  Building2Icon,
  CircleCheckBigIcon,
  ClockIcon,
  FileTextIcon,
  FolderIcon,
  GitBranchIcon,
  GitMergeIcon,
  HouseIcon,
  InboxIcon,
  LayersIcon,
  LibraryIcon,
  MailPlusIcon,
  MessageCircleQuestionMarkIcon,
  MessagesSquareIcon,
  MonitorIcon,
  PlugIcon,
  RadioIcon,
  ScrollTextIcon,
  SettingsIcon,
  SparkleIcon,
  SparklesIcon,
  SplitIcon,
  Trash2Icon,
  UserRoundIcon,
  UsersIcon,
  WebhookIcon,
  WorkflowIcon,
  GaugeIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Role } from '../client.ts'
import { isWithin } from '../paths.ts'
import { texts } from './texts.ts'

/** A page that can be opened from everywhere. */
export interface Section {
  to: LinkProps['to'] & string
  name: string
  Icon: ComponentType
  /** The lowest role that sees the section. Without it, everyone does. */
  minRole?: Role
  /** The feature of the instance that shows the section. Without it, every instance does. */
  feature?: 'community'
}

/** An entry of the sidebar. It opens the first of its sections that the user can see. */
export interface Area {
  name: string
  /** The key that opens it after G. An area that is not always there has none. */
  letter?: string
  Icon: ComponentType
  sections: readonly Section[]
  /** Paths of further pages of the area. */
  paths?: readonly string[]
}

const { sections: names, areas: areaNames } = texts

/** An area of one page, which has its name and icon. */
const single = (letter: string, section: Section): Area => ({
  name: section.name,
  letter,
  Icon: section.Icon,
  sections: [section],
})

export const inbox = single('i', { to: '/inbox', name: names.inbox, Icon: InboxIcon })
export const conflicts: Area = {
  name: names.conflicts,
  Icon: GitMergeIcon,
  sections: [{ to: '/conflicts', name: names.conflicts, Icon: GitMergeIcon }],
}
export const projects = single('p', { to: '/projects', name: names.projects, Icon: FolderIcon })

const ask = single('q', { to: '/ask', name: names.ask, Icon: MessageCircleQuestionMarkIcon })

const agents: Area = {
  name: areaNames.agents,
  letter: 'a',
  Icon: BotIcon,
  sections: [
    { to: '/agents', name: names.agents, Icon: BotIcon, minRole: 'member' },
    { to: '/agents/live', name: names.live, Icon: RadioIcon, minRole: 'member' },
    { to: '/machines', name: names.machines, Icon: MonitorIcon, minRole: 'member' },
    { to: '/sessions', name: names.sessions, Icon: ClockIcon },
    { to: '/memory', name: names.memory, Icon: BrainIcon },
    { to: '/activity', name: names.activity, Icon: ActivityIcon },
  ],
}

const docs: Area = {
  name: areaNames.docs,
  letter: 'd',
  Icon: LibraryIcon,
  sections: [
    { to: '/notes', name: names.notes, Icon: FileTextIcon },
    { to: '/decisions', name: names.decisions, Icon: SplitIcon },
    { to: '/specs', name: names.specs, Icon: ScrollTextIcon },
    { to: '/skills', name: names.skills, Icon: SparkleIcon },
  ],
}

/** The pages of the settings that belong to the organization. */
export const organizationSections: readonly Section[] = [
  { to: '/organization', name: names.organization, Icon: Building2Icon },
  { to: '/organization/members', name: names.members, Icon: UserRoundIcon, minRole: 'member' },
  { to: '/organization/invitations', name: names.invitations, Icon: MailPlusIcon, minRole: 'member' },
  { to: '/teams', name: names.teams, Icon: UsersIcon, minRole: 'member' },
  { to: '/workspaces', name: names.workspaces, Icon: LayersIcon, minRole: 'member' },
  { to: '/connect', name: names.connect, Icon: PlugIcon },
  { to: '/organization/workflows', name: names.workflows, Icon: WorkflowIcon, minRole: 'member' },
  { to: '/organization/code-hosts', name: names.codeHosts, Icon: GitBranchIcon, minRole: 'admin' },
  { to: '/organization/ai', name: names.ai, Icon: SparklesIcon, minRole: 'member' },
  { to: '/organization/webhooks', name: names.webhooks, Icon: WebhookIcon, minRole: 'admin' },
  { to: '/organization/plan', name: names.plan, Icon: GaugeIcon, minRole: 'member' },
  { to: '/community', name: names.community, Icon: MessagesSquareIcon, feature: 'community' },
  { to: '/trash', name: names.trash, Icon: Trash2Icon },
]

export const settings: Area = {
  name: areaNames.settings,
  letter: 's',
  Icon: SettingsIcon,
  sections: [{ to: '/settings', name: areaNames.settings, Icon: SettingsIcon }],
  paths: ['/admin', ...organizationSections.map(({ to }) => to)],
}

/** The areas of the dashboard, in the order of the sidebar. */
export const areas: readonly Area[] = [
  single('h', { to: '/', name: names.home, Icon: HouseIcon }),
  inbox,
  conflicts,
  single('m', { to: '/my-tasks', name: names.myTasks, Icon: CircleCheckBigIcon }),
  ask,
  projects,
  agents,
  docs,
  settings,
]

/** Returns the area that a path belongs to. Pages such as the search belong to none. */
export function areaOf(path: string): Area | undefined {
  return areas.find(({ sections, paths = [] }) =>
    [...sections.map(({ to }) => to), ...paths].some((parent) => isWithin(path, parent)),
  )
}
