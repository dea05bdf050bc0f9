import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Device } from './queries.ts'
import { texts } from './texts.ts'
import { texts as shared } from '../../texts.ts'

export function RenameDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const form = useSubmit(['name'], async (data) => {
    const { name } = await write(
      'devices.rename',
      { device: device.id, name: text(data, 'name') },
      { ifMatch: device.version },
    )
    showToast({ text: texts.renameDeviceDialog.renamed(name) })
    onClose()
  })
  return (
    <Dialog title={texts.renameDeviceDialog.title(device.name)} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label={texts.renameDeviceDialog.name} error={form.errorOf('name')}>
          {(control) => (
            <input
              {...control}
              name="name"
              data-first
              maxLength={120}
              autoComplete="off"
              defaultValue={device.name}
              onFocus={(event) => event.target.select()}
              className="control"
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{shared.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {texts.renameDeviceDialog.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
