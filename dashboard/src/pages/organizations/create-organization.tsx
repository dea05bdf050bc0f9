import { Suspense, lazy } from 'react'
import { createStore, useStore } from '../../ui/store.ts'

const CreateOrganizationDialog = lazy(() =>
  import('./create-organization-dialog.tsx').then((module) => ({ default: module.CreateOrganizationDialog })),
)

const isOpen = createStore(false)

export function openCreateOrganization(): void {
  isOpen.set(true)
}

/** The only instance of the dialog, because the menu that opens it can close before it does. Loaded on first use. */
export function CreateOrganizationHost() {
  if (!useStore(isOpen)) return null
  return (
    <Suspense>
      <CreateOrganizationDialog onClose={() => isOpen.set(false)} />
    </Suspense>
  )
}
