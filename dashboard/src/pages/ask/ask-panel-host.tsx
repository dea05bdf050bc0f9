import { Suspense, lazy, useEffect } from 'react'
import { isWithin } from '../../paths.ts'
import { usePath } from '../../use-path.ts'
import { useStore } from '../../ui/store.ts'
import { askPanel, closedPanel } from './open-ask.ts'

const AskPanel = lazy(() => import('./ask-panel.tsx').then((module) => ({ default: module.AskPanel })))

/** The panel beside every page. Its code is loaded on first use. The pages of conversations don't need it. */
export function AskPanelHost() {
  const { isOpen } = useStore(askPanel)
  const path = usePath()
  // A conversation belongs to one organization and one account.
  useEffect(() => () => askPanel.set(closedPanel), [])
  if (!isOpen || isWithin(path, '/ask')) return null
  return (
    <Suspense>
      <AskPanel />
    </Suspense>
  )
}
