import { useMutation } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useRemoval } from '../../change.ts'
import { type Passkey, call } from '../../client.ts'
import { read, useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Rows, Section, card } from '../../ui/section.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { refreshKinds } from '../../write.ts'
import { addPasskey, passkeysPossible } from './add-passkey.ts'
import { PasskeyRow } from './passkey-row.tsx'
import { texts } from './texts.ts'

export function PasskeysSection() {
  const { title, intro, add: addLabel } = texts.passkeysSection
  const [renamed, setRenamed] = useState<string | null>(null)
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: async (passkey) => {
      await refreshKinds('passkey')
      // Its default name is that of the browser, so the user is asked for a better one.
      setRenamed(passkey.id)
    },
    onError: showProblem,
  })
  return (
    <Section
      title={title}
      text={intro}
      action={
        passkeysPossible && (
          <Button busy={add.isPending} onClick={() => add.mutate()}>
            <PlusIcon /> {addLabel}
          </Button>
        )
      }
    >
      <PasskeyList renamed={renamed} onRename={setRenamed} />
    </Section>
  )
}

interface PasskeyListProps {
  renamed: string | null
  onRename: (id: string | null) => void
}

function PasskeyList({ renamed, onRename }: PasskeyListProps) {
  const labels = texts.passkeysSection
  const passkeys = useRead('passkeys.list', {})
  const remove = useRemoval<Passkey>({
    kinds: ['passkey'],
    queryKey: read('passkeys.list', {}).queryKey,
    idOf: ({ id }) => id,
    send: ({ id }) => call('passkeys.delete', { passkey: id }),
    done: ({ name }) => showToast({ text: labels.removed(name) }),
  })
  const { title, consequence, action } = labels.confirm
  const [askToRemove, dialog] = useConfirm<Passkey>(
    ({ name }) => ({ title: title(name), text: consequence, action }),
    remove.mutate,
  )
  return (
    <Loaded query={passkeys} noun={labels.loading}>
      {({ items }) => (
        <>
          {items.length > 0 && (
            <Rows label={labels.title}>
              {items.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  renaming={renamed === passkey.id}
                  onRename={(renaming) => onRename(renaming ? passkey.id : null)}
                  onRemove={() => askToRemove(passkey)}
                />
              ))}
            </Rows>
          )}
          {dialog}
          {items.length === 0 && passkeysPossible && (
            <p className={`px-5 py-4 text-muted ${card}`}>{labels.empty}</p>
          )}
          {!passkeysPossible && (
            <p className={`px-5 py-4 text-muted ${card} ${items.length > 0 ? 'mt-3' : ''}`}>
              {labels.notPossible(location.origin)}
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}
