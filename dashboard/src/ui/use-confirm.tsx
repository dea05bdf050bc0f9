import { type ComponentProps, useState } from 'react'
import { Confirm } from './confirm.tsx'

type ConfirmTexts = Pick<ComponentProps<typeof Confirm>, 'title' | 'text' | 'action'>

/** Asks before an action on an item. Returns the function that asks, and the dialog while it is open. */
export function useConfirm<Item extends object | string>(
  textsOf: (item: Item) => ConfirmTexts,
  onConfirm: (item: Item) => void,
) {
  const [pending, setPending] = useState<Item | null>(null)
  const close = () => setPending(null)
  const dialog = pending && (
    <Confirm
      {...textsOf(pending)}
      onClose={close}
      onConfirm={() => {
        onConfirm(pending)
        close()
      }}
    />
  )
  return [setPending as (item: Item) => void, dialog] as const
}
