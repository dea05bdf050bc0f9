import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { OutputOf } from '../../client.ts'
import { texts as shared } from '../../texts.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { Snippet } from '../credentials/snippet.tsx'
import { type Machine, machineQuery } from './queries.ts'
import { texts as all } from './texts.ts'

const texts = all.add

/** Counted from the response, because the clock of the browser can be wrong. */
const codeLifetimeMs = 60_000

type Registered = OutputOf<'tunnels.register'>

/** A one-time code, and when it expires by the clock of this browser. */
interface Code extends Registered {
  endsAt: number
}

interface AddMachineProps {
  /** The machine that gets a new code. Without it, a new machine is added. */
  machine?: Machine
  onClose: () => void
}

/** Registers a machine, shows the command that claims it with a one-time code, and closes once it is claimed. */
export function AddMachine({ machine, onClose }: AddMachineProps) {
  const [code, setCode] = useState<Code>()
  const register = async (name: string) => {
    const tunnel = code?.tunnel.id ?? machine?.id
    const registered = await write('tunnels.register', { name, ...(tunnel !== undefined && { tunnel }) })
    setCode({ ...registered, endsAt: Date.now() + codeLifetimeMs })
  }
  if (code)
    return (
      <CodeDialog key={code.nonce} code={code} onRenew={() => register(code.tunnel.name)} onClose={onClose} />
    )
  return (
    <Dialog title={machine ? all.newCode.title(machine.name) : texts.title} onClose={onClose}>
      <DialogForm
        operation="tunnels.register"
        submitLabel={texts.getCode}
        staysOpen
        send={(form) => register(machine?.name ?? text(form, 'name').trim())}
        onClose={onClose}
      >
        {machine ? (
          <p>{all.newCode.text}</p>
        ) : (
          <TextField
            name="name"
            label={texts.name}
            hint={texts.nameHint}
            placeholder={texts.namePlaceholder}
            spellCheck={false}
          />
        )}
        <Snippet
          title={texts.install}
          hint={texts.installHint}
          copyLabel={texts.copyInstall}
          value={`npm install -g ${location.origin}/cli.tgz`}
        />
      </DialogForm>
    </Dialog>
  )
}

interface CodeDialogProps {
  code: Code
  onRenew: () => Promise<void>
  onClose: () => void
}

function CodeDialog({ code: { tunnel, nonce, endsAt }, onRenew, onClose }: CodeDialogProps) {
  const seconds = useSecondsUntil(endsAt)
  const renew = useAction(onRenew)
  useClaimed(tunnel, () => {
    showToast({ text: texts.claimed(tunnel.name) })
    onClose()
  })
  return (
    <Dialog title={texts.codeTitle(tunnel.name)} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Snippet
          title={texts.claim}
          hint={texts.claimHint}
          copyLabel={texts.copyClaim}
          value={`baton tunnel claim ${nonce}`}
        />
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-muted">{texts.code}</span>
          <span className="font-mono text-lg font-semibold tracking-wide whitespace-nowrap">{nonce}</span>
        </p>
        {seconds > 0 ? (
          <div className="flex flex-col gap-1">
            <p role="timer" className="tabular-nums">
              {texts.expiresIn(seconds)}
            </p>
            <p role="status" className="flex items-center gap-2 text-muted">
              <Spinner /> {texts.waiting}
            </p>
          </div>
        ) : (
          <FormMessage>{renew.message ?? texts.expired}</FormMessage>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{seconds > 0 ? texts.done : shared.cancel}</Button>
          {seconds === 0 && (
            <Button kind="primary" busy={renew.busy} onClick={renew.run}>
              {texts.newCode}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Calls the callback once the machine was claimed after it was registered. An event refetches the machine. */
function useClaimed(registered: Machine, onClaimed: () => void): void {
  const claimed = useEffectEvent(onClaimed)
  const current = useQuery(machineQuery(registered.id)).data
  const isClaimed =
    current !== undefined && current.version > registered.version && current.status !== 'pending'
  useEffect(() => {
    if (isClaimed) claimed()
  }, [isClaimed])
}
