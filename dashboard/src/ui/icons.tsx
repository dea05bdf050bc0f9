import type { ReactNode } from 'react'

/** Icons on a 16-pixel grid, in the colour of the surrounding text. Use them beside a text or in a labelled button. */
function icon(paths: ReactNode) {
  return function Icon() {
    return (
      <svg
        viewBox="0 0 16 16"
        className="size-4 shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {paths}
      </svg>
    )
  }
}

export const CloseIcon = icon(<path d="m4 4 8 8m0-8-8 8" />)
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />)
export const CheckIcon = icon(<path d="m3 8.5 3.2 3.2L13 4.8" />)
export const UpIcon = icon(<path d="M8 13V3M4 7l4-4 4 4" />)
export const DownIcon = icon(<path d="M8 3v10m-4-4 4 4 4-4" />)
export const MenuIcon = icon(<path d="M2.5 4.5h11m-11 3.5h11m-11 3.5h11" />)
export const SearchIcon = icon(<path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14" />)
export const SunIcon = icon(
  <path d="M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1m0 11v1M1.5 8h1m11 0h1M3.4 3.4l.7.7m7.8 7.8.7.7m0-9.2-.7.7m-7.8 7.8-.7.7" />,
)
export const MoonIcon = icon(<path d="M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1Z" />)
export const ScreenIcon = icon(<path d="M2.5 3h11v8h-11zM6 13.5h4" />)
export const AgentIcon = icon(
  <path d="M3.5 5.5h9v7h-9zM8 5.5V3m-1.2 0h2.4M1.5 8v2.5m13-2.5v2.5M6.2 8.4v.2m3.6-.2v.2M6.5 10.8h3" />,
)
export const MemoryIcon = icon(
  <path d="M8 3.2C7.4 2.4 6.5 2 5.7 2.3c-1 .3-1.5 1.2-1.4 2.1C3 4.8 2.3 5.8 2.5 7c-.5.8-.5 1.9.1 2.6 0 1.5 1.1 2.5 2.4 2.5.7 1.1 2.3 1.3 3 .2m0-9.1v9.1m0-9.1c.6-.8 1.5-1.2 2.3-.9 1 .3 1.5 1.2 1.4 2.1 1.3.4 2 1.4 1.8 2.6.5.8.5 1.9-.1 2.6 0 1.5-1.1 2.5-2.4 2.5-.7 1.1-2.3 1.3-3 .2" />,
)
export const SessionIcon = icon(<path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-9.5V8l2.5 1.5" />)
export const ActivityIcon = icon(<path d="M1.5 8.5H4l2-5.5 3.5 10 2-4.5h3" />)
export const HelpIcon = icon(
  <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.7-.8 1.3m0 2v.01" />,
)
export const FolderIcon = icon(<path d="M2 12.5v-9h4l1.5 2H14v7z" />)
export const PlugIcon = icon(<path d="M5.5 2v3m5-3v3M4 5h8v2.5a4 4 0 0 1-8 0zm4 6.5V14" />)
export const ArchiveIcon = icon(<path d="M2 3h12v3H2zm1 3v7h10V6M6.5 9h3" />)
export const UnarchiveIcon = icon(<path d="M2 3h12v3H2zm1 3v7h10V6M8 11.5v-4m-1.7 1.6L8 7.4l1.7 1.7" />)
export const TrashIcon = icon(<path d="M2.5 4.5h11M6 4.5V2.8h4v1.7m-5.8 0 .6 9h6.4l.6-9M6.8 7v4m2.4-4v4" />)
export const GlobeIcon = icon(
  <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c2 1.8 2.6 3.8 2.6 6S10 12.2 8 14c-2-1.8-2.6-3.8-2.6-6S6 3.8 8 2" />,
)
export const LockIcon = icon(<path d="M3.5 7h9v6.5h-9zM5.5 7V4.8a2.5 2.5 0 0 1 5 0V7" />)
export const PasskeyIcon = icon(<path d="M5.2 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm3-3H14m-2.2 0v2.6" />)
export const DigitsIcon = icon(<path d="M2 4.5h12v7H2zM5 8h.01M8 8h.01M11 8h.01" />)
export const EnvelopeIcon = icon(<path d="M2 3.5h12v9H2zm0 1.2 6 4.6 6-4.6" />)
export const LeaveIcon = icon(<path d="m4.5 11.5 7-7M6 4.5h5.5V10" />)
export const WarningIcon = icon(<path d="m8 2.5 6.5 11h-13zm0 4.2v3m0 1.9v.01" />)
export const CopyIcon = icon(<path d="M5.5 5.5h8v8h-8zm-3 5v-8h8" />)
export const ChevronIcon = icon(<path d="m6 4 4 4-4 4" />)
export const SignOutIcon = icon(<path d="M9.5 2.5h-6v11h6M7 8h7m-2.4-2.5L14 8l-2.4 2.5" />)
export const CalendarIcon = icon(<path d="M2.5 3.5h11v10h-11zm0 3h11M5.5 2v3m5-3v3" />)
export const TaskIcon = icon(<path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z" />)
export const SettingsIcon = icon(
  <path d="M2 4.5h5m4 0h3m-12 7h3m4 0h5M9 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-2 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" />,
)
export const PersonIcon = icon(<path d="M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-5 6a5 5 0 0 1 10 0" />)
export const KeyIcon = icon(
  <path d="M5.5 13a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm1.8-4.3L13 3m-2.5 2.5 2 2" />,
)
export const DevicesIcon = icon(<path d="M2 3h9v3M2 3v6.5h6M1 12h7m2-4.5h4.5v6H10z" />)
export const FingerprintIcon = icon(
  <path d="M4 12.5c.7-1.2 1-2.6 1-4.2a3 3 0 0 1 6 0c0 1.9-.3 3.7-1 5.2M8 8.2c0 2-.5 3.9-1.5 5.6M2.5 9V8a5.5 5.5 0 0 1 11 0c0 1.2-.1 2.4-.3 3.5" />,
)
export const LinkIcon = icon(
  <path d="M6.5 9.5a2.6 2.6 0 0 0 3.8 0l2.4-2.4a2.7 2.7 0 0 0-3.8-3.8l-.9.9m1.5 2.3a2.6 2.6 0 0 0-3.8 0L3.3 8.9a2.7 2.7 0 0 0 3.8 3.8l.9-.9" />,
)
export const ImageIcon = icon(<path d="M2.5 3h11v10h-11zm0 8 3.2-3.2 2.6 2.6 1.7-1.7 3.5 3.3M10.4 6.2h.1" />)
export const BoxIcon = icon(
  <path d="m8 1.8 5.5 3v6.4L8 14.2l-5.5-3V4.8zm0 6.1 5.3-3M8 7.9l-5.3-3M8 7.9v6.2" />,
)
export const PencilIcon = icon(<path d="M3 13v-2.5L10.8 2.7l2.5 2.5L5.5 13zm6-8.5 2.5 2.5" />)
export const DownloadIcon = icon(<path d="M8 2.5v7.5m-3-2.8 3 3 3-3M3 13.5h10" />)
export const TimerIcon = icon(
  <path d="M8 14A5.5 5.5 0 1 0 8 3a5.5 5.5 0 0 0 0 11Zm0-8.2V9l1.8 1.2M6.5 1.2h3" />,
)
export const MoreIcon = icon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />)
export const SwitchIcon = icon(<path d="m5 6.2 3-3 3 3M5 9.8l3 3 3-3" />)
export const PeopleIcon = icon(
  <path d="M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Zm-4.5 5.6a4.5 4.5 0 0 1 9 0m-.3-9.9a2.3 2.3 0 0 1 0 4.1m1.6 1.7a4.5 4.5 0 0 1 2.7 4.1" />,
)
export const BuildingIcon = icon(<path d="M3 13.5v-11h6.5v11m0-7.5H13v7.5m-11.5 0h13M5.5 5.5H7m-1.5 3H7" />)
export const LayersIcon = icon(<path d="m8 2.2 6 3-6 3-6-3zM2 8.2l6 3 6-3m-12 3 6 3 6-3" />)
export const NoteIcon = icon(<path d="M3.5 2h6L13 5.5V14H3.5zm6 0v3.5H13M6 8.5h4.5M6 11h4.5" />)
export const DecisionIcon = icon(
  <path d="M8 14V9.5m0 0C8 6 4 6.5 4 2.5M8 9.5c0-3.5 4-3 4-7M2.5 4 4 2.5 5.5 4m5 0L12 2.5 13.5 4" />,
)
export const SpecIcon = icon(<path d="M3 2.5h10v11H3zM5.5 5.5h5m-5 2.5h5m-5 2.5h2.5" />)
export const SkillIcon = icon(<path d="m8 1.8 1.7 4.5 4.5 1.7-4.5 1.7L8 14.2 6.3 9.7 1.8 8l4.5-1.7z" />)
export const PinIcon = icon(<path d="M6 2h4.5l-.5 4 2 2.5H4L6 6zm2 6.5V14" />)
export const BellIcon = icon(
  <path d="M3 11.5h10c-1-1-1.4-2-1.4-4.2a3.6 3.6 0 0 0-7.2 0c0 2.2-.4 3.2-1.4 4.2Zm3.6 2.2a1.6 1.6 0 0 0 2.8 0" />,
)
export const UnreadIcon = icon(
  <path d="M8 10.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8Z" fill="currentColor" />,
)
export const HistoryIcon = icon(<path d="M2.5 8a5.5 5.5 0 1 0 1.8-4.1M4.3 1.8v2.4h2.4M8 5v3.2l2.2 1.3" />)
