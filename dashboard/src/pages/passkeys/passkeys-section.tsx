import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRemoval } from '../../change.ts'
import { type Passkey, call } from '../../client.ts'
import { passkeysQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { Rows, Section, card } from '../../ui/section.tsx'
import { secondFactorQuery } from '../second-factor/queries.ts'
import { addPasskey, passkeysPossible } from './add-passkey.ts'
import { PasskeyRow } from './passkey-row.tsx'

export function PasskeysSection() {
  const [renamed, setRenamed] = useState<string | null>(null)
  const cache = useQueryClient()
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: async (passkey) => {
      void cache.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
      await cache.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      // It has the name of the browser: its owner knows a better one.
      setRenamed(passkey.id)
    },
    onError: showProblem,
  })
  return (
    <Section
      title="Passkeys"
      text="A key that your device keeps and opens with your finger, your face or its PIN: nothing to type."
      action={
        passkeysPossible && (
          <Button busy={add.isPending} onClick={() => add.mutate()}>
            <PlusIcon /> Add a passkey
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
  const passkeys = useQuery(passkeysQuery)
  const [doomed, setDoomed] = useState<Passkey | null>(null)
  const remove = useRemoval<Passkey>({
    queryKey: passkeysQuery.queryKey,
    idOf: ({ id }) => id,
    send: ({ id }) => call('passkeys.delete', { passkey: id }),
    done: ({ name }) => showToast({ text: `Removed “${name}”.` }),
  })
  if (passkeys.isPending) return <Loading what="passkeys" />
  if (!passkeys.data) return <Trouble error={passkeys.error} onRetry={() => void passkeys.refetch()} />
  const { items } = passkeys.data
  return (
    <>
      {items.length > 0 && (
        <Rows label="Passkeys">
          {items.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              renaming={renamed === passkey.id}
              onRename={(renaming) => onRename(renaming ? passkey.id : null)}
              onRemove={() => setDoomed(passkey)}
            />
          ))}
        </Rows>
      )}
      {items.length === 0 && passkeysPossible && (
        <p className={`px-5 py-4 text-muted ${card}`}>
          You have none yet. Add one on each device that you use, and sign in with a touch.
        </p>
      )}
      {!passkeysPossible && (
        <p className={`px-5 py-4 text-muted ${card} ${items.length > 0 ? 'mt-3' : ''}`}>
          Browsers make passkeys only for a host name with https. This page is at {location.origin}.
        </p>
      )}
      {doomed && (
        <Confirm
          title={`Remove “${doomed.name}”?`}
          text="It no longer signs you in. Your device may go on offering it until you remove it there too."
          action="Remove"
          onClose={() => setDoomed(null)}
          onConfirm={() => {
            remove.mutate(doomed)
            setDoomed(null)
          }}
        />
      )}
    </>
  )
}
