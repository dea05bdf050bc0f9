import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MonitorSmartphoneIcon } from 'lucide-react'
import { useState } from 'react'
import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { write } from '../../write.ts'
import { type Device, devicesQuery } from './queries.ts'
import { RenameDeviceDialog } from './rename-device-dialog.tsx'
import { texts } from './texts.ts'

/** The signed-in user's devices. They are the same in every organization. */
export function DevicesSection() {
  const { title, intro, noun } = texts.devices
  const devices = useQuery(devicesQuery)
  const [renaming, setRenaming] = useState<Device | null>(null)
  const [removing, setRemoving] = useState<Device | null>(null)
  return (
    <Section
      title={title}
      text={
        <>
          {intro.before}{' '}
          <Link to="/settings/api-keys" className="text-accent underline underline-offset-2">
            {intro.apiKeys}
          </Link>{' '}
          {intro.at} <code className="font-mono text-xs wrap-anywhere">POST /api/sync/devices/register</code>
          {intro.after}
        </>
      }
    >
      <Loaded query={devices} noun={noun}>
        {({ items }) => <DeviceRows devices={items} onRename={setRenaming} onRemove={setRemoving} />}
      </Loaded>
      {renaming && <RenameDeviceDialog device={renaming} onClose={() => setRenaming(null)} />}
      {removing && <RemoveDevice device={removing} onClose={() => setRemoving(null)} />}
    </Section>
  )
}

interface DeviceRowsProps {
  devices: Device[]
  onRename: (device: Device) => void
  onRemove: (device: Device) => void
}

function DeviceRows({ devices, onRename, onRemove }: DeviceRowsProps) {
  if (devices.length === 0) return <p className="text-muted">{texts.devices.empty}</p>
  return (
    <Rows label={texts.devices.title}>
      {devices.map((device) => (
        <Row
          key={device.id}
          icon={<MonitorSmartphoneIcon />}
          name={device.name}
          detail={
            <>
              {device.platform && `${device.platform} · `}
              {texts.devices.seen} <Time at={device.lastSeenAt} />
            </>
          }
        >
          <Button aria-label={texts.devices.renameLabel(device.name)} onClick={() => onRename(device)}>
            {texts.devices.rename}
          </Button>
          <Button aria-label={texts.devices.removeLabel(device.name)} onClick={() => onRemove(device)}>
            {texts.devices.remove}
          </Button>
        </Row>
      ))}
    </Rows>
  )
}

function RemoveDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const dialog = texts.removeDeviceDialog
  const remove = async () => {
    await write('devices.remove', { device: device.id })
    showToast({ text: texts.devices.removed(device.name) })
  }
  return (
    <AsyncConfirm title={dialog.title(device.name)} action={dialog.remove} send={remove} onClose={onClose}>
      <p>{dialog.consequence}</p>
    </AsyncConfirm>
  )
}
