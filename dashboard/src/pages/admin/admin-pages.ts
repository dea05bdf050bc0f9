import {
  BugIcon,
  GaugeIcon,
  HeartHandshakeIcon,
  MailIcon,
  MegaphoneIcon,
  MessagesSquareIcon,
  NewspaperIcon,
  ScrollTextIcon,
  SettingsIcon,
  StoreIcon,
  UsersIcon,
  UsersRoundIcon,
} from 'lucide-react'
import type { FramedPage } from '../../ui/pages-frame.tsx'
import { texts } from './texts.ts'

const { adminPages: names } = texts

/** The pages of the administration area, in the order of its navigation. */
export const adminPages: readonly FramedPage[] = [
  { to: '/admin/overview', name: names.overview, Icon: GaugeIcon },
  { to: '/admin/people', name: names.people, Icon: UsersIcon },
  { to: '/admin/teams', name: names.teams, Icon: UsersRoundIcon },
  { to: '/admin/issues', name: names.issues, Icon: BugIcon },
  { to: '/admin/community', name: names.community, Icon: MessagesSquareIcon },
  { to: '/admin/contact', name: names.contact, Icon: MailIcon },
  { to: '/admin/notifications', name: names.notifications, Icon: MegaphoneIcon },
  { to: '/admin/content', name: names.content, Icon: NewspaperIcon },
  { to: '/admin/marketplace', name: names.marketplace, Icon: StoreIcon },
  { to: '/admin/sponsors', name: names.sponsors, Icon: HeartHandshakeIcon },
  { to: '/admin/journal', name: names.journal, Icon: ScrollTextIcon },
  { to: '/admin/settings', name: names.settings, Icon: SettingsIcon },
]
