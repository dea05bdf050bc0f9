import {
  ArchiveIcon,
  BellIcon,
  DevicesIcon,
  FingerprintIcon,
  KeyIcon,
  LinkIcon,
  PersonIcon,
  SettingsIcon,
} from '../../ui/icons.tsx'

/** The settings pages. The palette also searches `about`. */
export const settingsPages = [
  { to: '/settings/profile', name: 'Profile', about: 'name, image, email address', Icon: PersonIcon },
  { to: '/settings/preferences', name: 'Preferences', about: 'theme, density, dates', Icon: SettingsIcon },
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
    Icon: FingerprintIcon,
  },
  { to: '/settings/devices', name: 'Devices', about: 'where you are signed in', Icon: DevicesIcon },
  { to: '/settings/api-keys', name: 'API keys', about: 'live, test, sandbox', Icon: KeyIcon },
  { to: '/settings/integrations', name: 'Integrations', about: 'GitHub, GitLab, models', Icon: LinkIcon },
  { to: '/settings/account', name: 'Account', about: 'export, delete', Icon: ArchiveIcon },
] as const
