import { Outlet } from '@tanstack/react-router'
import { pageInset } from '../../ui/page.tsx'

/** The padding of the settings pages, also of those that have their own elsewhere. The shell shows their navigation. */
export function SettingsFrame() {
  return (
    <div className={`max-w-3xl ${pageInset} [&_.page-inset]:p-0`}>
      <Outlet />
    </div>
  )
}
