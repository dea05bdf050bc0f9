import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DigitsField } from '../../ui/digits-field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { card } from '../../ui/section.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { Trouble } from '../../ui/trouble.tsx'

interface SetUpTotpProps {
  onDone: (recoveryCodes: string[] | null) => void
  onCancel: () => void
}

/** Shows the secret of a new authenticator app, and confirms it with the first code. */
export function SetUpTotp({ onDone, onCancel }: SetUpTotpProps) {
  // One secret for as long as the form is open: it is gone with the form.
  const setup = useQuery({
    queryKey: ['totp-setup'],
    queryFn: () => call('secondFactor.beginTotp', {}),
    ...{ staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, retry: false },
  })
  const input = useRef<HTMLInputElement>(null)
  const form = useSubmit(['code'], async (given) => {
    const code = text(given, 'code')
    const done = await call('secondFactor.confirmTotp', { code }).catch((error: unknown) => {
      if (input.current) input.current.value = ''
      throw error
    })
    onDone(done.recoveryCodes)
  })
  if (setup.isPending) return <Loading what="key" />
  if (!setup.data) return <Trouble error={setup.error} onRetry={() => void setup.refetch()} />
  const { secret, uri } = setup.data
  return (
    <form
      onSubmit={form.submit}
      noValidate
      aria-label="Authenticator app"
      className={`flex flex-col gap-5 p-5 ${card}`}
    >
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-5">
        <QrCode value={uri} label="QR code for the authenticator app" />
        <div className="min-w-0 grow basis-56">
          <h3 className="font-medium">1. Scan the QR code</h3>
          <p className="mt-1 text-[13px] text-muted">
            Use an authenticator app such as Aegis, 1Password or Google Authenticator. If you can’t scan it,
            enter this key.
          </p>
          <div className="mt-3 flex items-start gap-3">
            <code
              aria-label="Key"
              className="rounded-md bg-canvas px-3 py-2 font-mono text-[12.5px] wrap-anywhere"
            >
              {secret.match(/.{1,4}/g)?.join(' ')}
            </code>
            <CopyButton label="Copy the key" value={secret} />
          </div>
        </div>
      </div>
      <div>
        <h3 className="mb-2 font-medium">2. Enter the code that the app shows</h3>
        <div className="max-w-xs">
          <DigitsField ref={input} label="Code" error={form.errorOf('code')} readOnly={form.busy} />
        </div>
      </div>
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={form.busy}>
          Confirm
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
