import { PagesFrame } from '../../ui/pages-frame.tsx'
import { useSettingsPages } from './use-settings-pages.ts'
import { texts } from './texts.ts'

export function SettingsFrame() {
  return <PagesFrame label={texts.settingsFrame.navigation} pages={useSettingsPages()} />
}
