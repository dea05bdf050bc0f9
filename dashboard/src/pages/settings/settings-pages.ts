import {
  ArchiveIcon,
  BellIcon,
  FingerprintPatternIcon,
  FolderSyncIcon,
  GitBranchIcon,
  GlobeIcon,
  KeyIcon,
  MonitorSmartphoneIcon,
  Settings2Icon,
  UserIcon,
} from 'lucide-react'

/** The settings pages. The palette also searches `about`. */
export const settingsPages = [
  { to: '/settings/profile', name: 'Profile', about: 'name, image, email address', Icon: UserIcon },
  {
    to: '/settings/public-profile',
    name: 'Public profile',
    about: 'public page, location, website',
    Icon: GlobeIcon,
  },
  { to: '/settings/preferences', name: 'Preferences', about: 'theme, density, dates', Icon: Settings2Icon },
  {
    to: '/settings/notifications',
    name: 'Notifications',
    about: 'inbox, email, digest',
    Icon: BellIcon,
  },
  {
    to: '/settings/sign-in',
    name: 'Sign-in',
    about: 'password, second factor, passkeys, connected accounts',
    Icon: FingerprintPatternIcon,
  },
  { to: '/settings/devices', name: 'Devices', about: 'where you are signed in', Icon: MonitorSmartphoneIcon },
  { to: '/settings/sync', name: 'Sync', about: 'synced devices, export, import', Icon: FolderSyncIcon },
  { to: '/settings/api-keys', name: 'API keys', about: 'live, test, sandbox', Icon: KeyIcon },
  {
    to: '/settings/code-host',
    name: 'Code host',
    about: 'GitHub, Gitea, Forgejo, repositories, pull requests',
    Icon: GitBranchIcon,
  },
  { to: '/settings/account', name: 'Account', about: 'export, delete', Icon: ArchiveIcon },
] as const
