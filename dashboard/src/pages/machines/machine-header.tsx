import { useState } from 'react'
import { useHasRole } from '../../my-role.ts'
import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { headingClass } from '../../ui/page.tsx'
import { text } from '../../ui/submit.ts'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { Snippet } from '../credentials/snippet.tsx'
import { AddMachine } from './add-machine.tsx'
import { MachineState } from './machine-state.tsx'
import type { Machine } from './queries.ts'
import { texts as all } from './texts.ts'

const { header: texts } = all

type OpenDialog = 'rename' | 'code' | 'revoke'

/** The name and state of a machine, and the actions of its owner. */
export function MachineHeader({ machine }: { machine: Machine }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const isAdmin = useHasRole('admin')
  const isRevoked = machine.status === 'revoked'
  const close = () => setDialog(null)
  return (
    <header>
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <h1 className={`flex flex-wrap items-center gap-x-2.5 gap-y-1 ${headingClass}`}>
            {machine.name}
            <MachineState status={machine.status} />
          </h1>
          <MachineFacts machine={machine} />
        </div>
        {!isRevoked && (machine.isOwner || isAdmin) && (
          <RowMenu label={texts.actions(machine.name)}>
            {machine.isOwner && (
              <>
                <MenuItem onSelect={() => setDialog('rename')}>{texts.rename}</MenuItem>
                <MenuItem onSelect={() => setDialog('code')}>{texts.newCode}</MenuItem>
              </>
            )}
            <MenuItem danger onSelect={() => setDialog('revoke')}>
              {texts.revoke}
            </MenuItem>
          </RowMenu>
        )}
      </div>
      {machine.status !== 'online' && <NotConnected machine={machine} onNewCode={() => setDialog('code')} />}
      {dialog === 'rename' && <RenameDialog machine={machine} onClose={close} />}
      {dialog === 'code' && <AddMachine machine={machine} onClose={close} />}
      {dialog === 'revoke' && <RevokeDialog machine={machine} onClose={close} />}
    </header>
  )
}

function MachineFacts({ machine: { machine, owner, lastSeenAt, isOwner, status } }: { machine: Machine }) {
  const system = machine && [machine.hostname, machine.platform, `baton ${machine.version}`].join(' · ')
  return (
    <p className="flex flex-wrap gap-x-2 text-[13px] text-muted">
      {system && <span className="wrap-anywhere">{system}</span>}
      {!isOwner && <span>{texts.ofOwner(owner.name)}</span>}
      {lastSeenAt && status !== 'online' && (
        <span>
          {texts.lastSeen} <Time at={lastSeenAt} />
        </span>
      )}
    </p>
  )
}

/** Says why nothing can run, and how the owner starts the machine. */
function NotConnected({ machine, onNewCode }: { machine: Machine; onNewCode: () => void }) {
  const { status, isOwner, connectedAt } = machine
  if (status === 'online') return null
  return (
    <div className="mt-4 flex flex-col gap-3 rounded-lg bg-hover px-4 py-3">
      <p>{texts.startHint[status]}</p>
      {isOwner && status === 'pending' && (
        <div>
          <Button onClick={onNewCode}>{all.add.newCode}</Button>
        </div>
      )}
      {isOwner && status === 'offline' && (
        <Snippet
          title={texts.start}
          {...(connectedAt === null && { hint: texts.firstStartHint })}
          copyLabel={texts.copyStart}
          value={connectedAt === null ? 'baton tunnel init\nbaton tunnel' : 'baton tunnel'}
        />
      )}
    </div>
  )
}

interface DialogProps {
  machine: Machine
  onClose: () => void
}

function RenameDialog({ machine: { id, name }, onClose }: DialogProps) {
  const { rename } = all
  return (
    <OperationDialog
      title={rename.title}
      operation="tunnels.update"
      submitLabel={rename.save}
      input={(form) => ({ tunnel: id, name: text(form, 'name').trim() })}
      onDone={() => showToast({ text: rename.renamed })}
      onClose={onClose}
    >
      <TextField name="name" label={rename.name} defaultValue={name} spellCheck={false} />
    </OperationDialog>
  )
}

function RevokeDialog({ machine: { id, name }, onClose }: DialogProps) {
  const { revoke } = all
  const send = async () => {
    await write('tunnels.delete', { tunnel: id })
    showToast({ text: revoke.done(name) })
  }
  return (
    <AsyncConfirm title={revoke.title(name)} action={revoke.action} send={send} onClose={onClose}>
      <p>{revoke.consequence}</p>
    </AsyncConfirm>
  )
}
