import { TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { textValues } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Device } from './queries.ts'
import { texts } from './texts.ts'

export function RenameDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { title, name: label, save, renamed } = texts.renameDeviceDialog
  return (
    <OperationDialog
      operation="devices.rename"
      title={title(device.name)}
      submitLabel={save}
      input={(form) => ({ device: device.id, ...textValues(form, 'name') })}
      options={{ ifMatch: device.version }}
      onDone={({ name }) => showToast({ text: renamed(name) })}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={label}
        defaultValue={device.name}
        onFocus={(event) => event.target.select()}
      />
    </OperationDialog>
  )
}
