import { Suspense, lazy, useEffect } from 'react'
import { useKeysWhileLoading } from '../../../shortcuts/keys-while-loading.ts'
import { useStore } from '../../../ui/store.ts'
import { createTaskPreset } from './open-create-task.ts'

const CreateTaskDialog = lazy(() =>
  import('./create-task-dialog.tsx').then((module) => ({ default: module.CreateTaskDialog })),
)

const close = () => createTaskPreset.set(null)

/** The only instance of the dialog. Its code is loaded on first use. */
export function CreateTaskHost() {
  const preset = useStore(createTaskPreset)
  const keys = useKeysWhileLoading(preset !== null, close)
  // The palette and the board outlive a page, but the dialog doesn't outlive the shell.
  useEffect(() => close, [])
  if (!preset) return null
  return (
    <Suspense>
      <CreateTaskDialog preset={preset} keys={keys} onClose={close} />
    </Suspense>
  )
}
