import { Outlet } from '@tanstack/react-router'
import { pageInset } from '../../ui/page.tsx'

/** The padding of the settings pages. The shell shows their navigation. */
export function SettingsFrame() {
  return (
    <div className={`max-w-3xl ${pageInset}`}>
      <Outlet />
    </div>
  )
}
