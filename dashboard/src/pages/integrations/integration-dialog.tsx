import type { Integration } from '../../client.ts'
import { TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
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
  return (
    <OperationDialog
      operation="integrations.connectOwn"
      title={integration ? dialog.editTitle(name) : dialog.connectTitle(name)}
      submitLabel={integration ? dialog.save : dialog.connect}
      input={(form) => {
        const secret = text(form, 'secret').trim()
        return {
          provider,
          // Omits an empty secret, so that the server keeps the stored one.
          ...((secret || !integration) && { secret }),
          baseUrl: text(form, 'baseUrl').trim() || null,
          label: text(form, 'label').trim() || null,
        }
      }}
      options={{ ifMatch: integration?.version ?? 0 }}
      onDone={() => showToast({ text: integration ? dialog.saved(name) : dialog.connected(name) })}
      onClose={onClose}
    >
      <TextField
        name="secret"
        label={secretName}
        hint={integration && dialog.secretHint}
        type="password"
        // Password managers must not store or fill in the key of another service.
        data-1p-ignore
        className="font-mono"
      />
      <TextField
        name="baseUrl"
        label={dialog.url}
        hint={dialog.urlHint(example)}
        type="url"
        defaultValue={integration?.baseUrl ?? ''}
      />
      <TextField name="label" label={dialog.name} defaultValue={integration?.label ?? ''} />
    </OperationDialog>
  )
}
