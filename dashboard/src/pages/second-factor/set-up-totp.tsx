import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../client.ts'
import { read } from '../../read.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DigitsField } from '../../ui/digits-field.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { card } from '../../ui/section.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { texts } from './texts.ts'

interface SetUpTotpProps {
  onDone: (recoveryCodes: string[] | null) => void
  onCancel: () => void
}

/** Shows the secret of a new authenticator app, and confirms it with the first code. */
export function SetUpTotp({ onDone, onCancel }: SetUpTotpProps) {
  const labels = texts.setUpTotp
  // Keeps one secret while the form is open and discards it afterwards.
  const setup = useQuery({
    ...read('secondFactor.beginTotp', {}),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const input = useRef<HTMLInputElement>(null)
  const form = useSubmit(async (given) => {
    const code = text(given, 'code')
    const result = await call('secondFactor.confirmTotp', { code }).catch((error: unknown) => {
      if (input.current) input.current.value = ''
      throw error
    })
    onDone(result.recoveryCodes)
  })
  if (setup.isPending) return <Loading noun={labels.loading} />
  if (!setup.data) return <LoadError error={setup.error} onRetry={() => void setup.refetch()} />
  const { secret, uri } = setup.data
  return (
    <Form form={form} aria-label={labels.label} className={`flex flex-col gap-5 p-5 ${card}`}>
      <div className="flex flex-wrap gap-5">
        <QrCode value={uri} label={labels.qrCode} />
        <div className="min-w-0 grow basis-56">
          <h3 className="font-medium">{labels.scan}</h3>
          <p className="mt-1 text-[13px] text-muted">{labels.scanHint}</p>
          <div className="mt-3 flex items-start gap-3">
            <code
              aria-label={labels.key}
              className="rounded-md bg-canvas px-3 py-2 font-mono text-[12.5px] wrap-anywhere"
            >
              {secret.match(/.{1,4}/g)?.join(' ')}
            </code>
            <CopyButton label={labels.copyKey} value={secret} />
          </div>
        </div>
      </div>
      <div>
        <h3 className="mb-2 font-medium">{labels.enterCode}</h3>
        <div className="max-w-xs">
          <DigitsField ref={input} label={labels.code} />
        </div>
      </div>
      <FormButtons submitLabel={labels.confirm} onCancel={onCancel} />
    </Form>
  )
}
