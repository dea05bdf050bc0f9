import { FingerprintPatternIcon } from 'lucide-react'
import { useState } from 'react'
import type { Passkey } from '../../client.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { Time } from '../../ui/time.tsx'
import { Row } from '../../ui/section.tsx'
import { write } from '../../write.ts'
import { texts } from './texts.ts'

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
  const labels = texts.passkeyRow
  const { name, synced, createdAt, lastUsedAt } = passkey
  return (
    <Row
      icon={<FingerprintPatternIcon />}
      name={name}
      badges={synced && <Badge>{labels.synced}</Badge>}
      detail={
        <>
          {labels.added} <Time at={createdAt} /> · {lastUsedAt ? `${labels.used} ` : labels.neverUsed}
          {lastUsedAt && <Time at={lastUsedAt} />}
        </>
      }
    >
      <Button autoFocus={renamed} aria-label={labels.renameLabel(name)} onClick={() => onRename(true)}>
        {labels.rename}
      </Button>
      <Button aria-label={labels.removeLabel(name)} onClick={onRemove}>
        {labels.remove}
      </Button>
    </Row>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const form = useSubmit(
    async (given) => {
      const { id, version } = passkey
      await write('passkeys.rename', { passkey: id, name: text(given, 'name') }, { ifMatch: version })
      onDone()
    },
    ['name'],
  )
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
          aria-label={texts.passkeyRow.name}
          aria-invalid={problem !== undefined}
          autoFocus
          autoComplete="off"
          maxLength={120}
          defaultValue={passkey.name}
          onFocus={(event) => event.target.select()}
          className="control w-auto min-w-0 grow basis-48"
        />
        <Button type="submit" kind="primary" busy={form.busy}>
          {texts.passkeyRow.save}
        </Button>
        <Button onClick={onDone}>{sharedTexts.cancel}</Button>
      </form>
      {problem && (
        <p role="alert" className="mt-1 text-[13px] text-danger">
          {problem}
        </p>
      )}
    </li>
  )
}
