import type { Integration } from '../../client.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Provider } from './providers.ts'
import { texts } from './texts.ts'

interface IntegrationDialogProps {
  provider: Provider
  integration: Integration | undefined
  onClose: () => void
}

export function IntegrationDialog({ provider, integration, onClose }: IntegrationDialogProps) {
  const { name, secret: secretName, example } = texts.providers[provider]
  const { integrationDialog: dialog } = texts
  const form = useSubmit(['secret', 'baseUrl', 'label'], async (given) => {
    const secret = text(given, 'secret').trim()
    const fields = {
      provider,
      // Omits an empty secret, so that the server keeps the stored one.
      ...((secret || !integration) && { secret }),
      baseUrl: text(given, 'baseUrl').trim() || null,
      label: text(given, 'label').trim() || null,
    }
    await write('integrations.connectOwn', fields, { ifMatch: integration?.version ?? 0 })
    showToast({ text: integration ? dialog.saved(name) : dialog.connected(name) })
    onClose()
  })
  return (
    <Dialog title={integration ? dialog.editTitle(name) : dialog.connectTitle(name)} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field
          label={secretName}
          hint={integration ? dialog.secretHint : undefined}
          error={form.errorOf('secret')}
        >
          {(control) => (
            <input
              {...control}
              name="secret"
              type="password"
              // Password managers must not store or fill in the key of another service.
              autoComplete="off"
              data-1p-ignore
              maxLength={4000}
              className="control font-mono"
            />
          )}
        </Field>
        <Field label={dialog.url} hint={dialog.urlHint(example)} error={form.errorOf('baseUrl')}>
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
        <Field label={dialog.name} error={form.errorOf('label')}>
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
          <Button onClick={onClose}>{sharedTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {integration ? dialog.save : dialog.connect}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
