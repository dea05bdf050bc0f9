import type { Integration } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { type Provider, providers } from './providers.ts'

interface IntegrationDialogProps {
  provider: Provider
  integration: Integration | undefined
  onClose: () => void
}

export function IntegrationDialog({ provider, integration, onClose }: IntegrationDialogProps) {
  const { name, secret: secretName, example } = providers[provider]
  const form = useSubmit(['secret', 'baseUrl', 'label'], async (given) => {
    const secret = text(given, 'secret').trim()
    const fields = {
      provider,
      // What is connected keeps its key unless another one is given.
      ...((secret || !integration) && { secret }),
      baseUrl: text(given, 'baseUrl').trim() || null,
      label: text(given, 'label').trim() || null,
    }
    await write('integrations.connectOwn', fields, { ifMatch: integration?.version ?? 0 })
    showToast({ text: integration ? `${name} is changed.` : `${name} is connected.` })
    onClose()
  })
  return (
    <Dialog title={integration ? `Change ${name}` : `Connect ${name}`} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field
          label={secretName}
          hint={integration ? 'Leave it empty to keep the one that is stored.' : undefined}
          error={form.errorOf('secret')}
        >
          {(control) => (
            <input
              {...control}
              name="secret"
              type="password"
              // Not the password of anything here: nothing to remember or to fill in.
              autoComplete="off"
              data-1p-ignore
              maxLength={4000}
              className="control font-mono"
            />
          )}
        </Field>
        <Field
          label="Address (optional)"
          hint={`Only for a server of your own: ${example}`}
          error={form.errorOf('baseUrl')}
        >
          {(control) => (
            <input
              {...control}
              name="baseUrl"
              type="url"
              autoComplete="off"
              maxLength={500}
              defaultValue={integration?.baseUrl ?? ''}
              className="control"
            />
          )}
        </Field>
        <Field label="What you call it (optional)" error={form.errorOf('label')}>
          {(control) => (
            <input
              {...control}
              name="label"
              autoComplete="off"
              maxLength={120}
              defaultValue={integration?.label ?? ''}
              className="control"
            />
          )}
        </Field>
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {integration ? 'Save' : 'Connect'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
