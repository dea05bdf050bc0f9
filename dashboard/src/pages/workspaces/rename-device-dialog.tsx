import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Device } from './queries.ts'

export function RenameDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const form = useSubmit(['name'], async (given) => {
    const { name } = await write(
      'devices.rename',
      { device: device.id, name: text(given, 'name') },
      { ifMatch: device.version },
    )
    showToast({ text: `The device is called ${name} now.` })
    onClose()
  })
  return (
    <Dialog title={`Rename ${device.name}`} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label="Name of the device" error={form.errorOf('name')}>
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
