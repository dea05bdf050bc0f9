import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Passkey, call } from '../../client.ts'
import { passkeysQuery } from '../../queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FingerprintIcon } from '../../ui/icons.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { Time } from '../../ui/time.tsx'
import { Row } from '../../ui/section.tsx'

interface PasskeyRowProps {
  passkey: Passkey
  renaming: boolean
  onRename: (renaming: boolean) => void
  onRemove: () => void
}

export function PasskeyRow({ passkey, renaming, onRename, onRemove }: PasskeyRowProps) {
  const [renamed, setRenamed] = useState(false)
  if (renaming) {
    const done = () => {
      setRenamed(true)
      onRename(false)
    }
    return <RenameForm passkey={passkey} onDone={done} />
  }
  const { name, synced, createdAt, lastUsedAt } = passkey
  return (
    <Row
      icon={<FingerprintIcon />}
      name={name}
      badges={synced && <Badge>Synced</Badge>}
      detail={
        <>
          added <Time at={createdAt} /> · {lastUsedAt ? 'used ' : 'never used'}
          {lastUsedAt && <Time at={lastUsedAt} />}
        </>
      }
    >
      <Button autoFocus={renamed} aria-label={`Rename ${name}`} onClick={() => onRename(true)}>
        Rename
      </Button>
      <Button aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </Row>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const cache = useQueryClient()
  const form = useSubmit(['name'], async (given) => {
    const { id, version } = passkey
    await call('passkeys.rename', { passkey: id, name: text(given, 'name') }, { ifMatch: version })
    await cache.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    onDone()
  })
  const problem = form.errorOf('name') ?? form.message
  return (
    <li className="px-4 py-(--row-inset)">
      <form
        onSubmit={form.submit}
        noValidate
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        className="flex flex-wrap items-center gap-2"
      >
        <input
          name="name"
          aria-label="Name of the passkey"
          aria-invalid={problem !== undefined}
          autoFocus
          autoComplete="off"
          maxLength={120}
          defaultValue={passkey.name}
          onFocus={(event) => event.target.select()}
          className="control w-auto min-w-0 grow basis-48"
        />
        <Button type="submit" kind="primary" busy={form.busy}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </form>
      {problem && (
        <p role="alert" className="mt-1 text-[13px] text-danger">
          {problem}
        </p>
      )}
    </li>
  )
}
