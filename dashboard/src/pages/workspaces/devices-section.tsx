import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Ask } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { DevicesIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { write } from '../../write.ts'
import { type Device, devicesQuery } from './queries.ts'
import { RenameDeviceDialog } from './rename-device-dialog.tsx'

/** The machines of whoever looks, in every organization. */
export function DevicesSection() {
  const devices = useQuery(devicesQuery)
  const [renaming, setRenaming] = useState<Device | null>(null)
  const [leaving, setLeaving] = useState<Device | null>(null)
  return (
    <Section
      title="Your devices"
      text={
        <>
          A machine registers itself, with one of your{' '}
          <Link to="/settings/api-keys" className="text-accent underline underline-offset-2">
            API keys
          </Link>
          , at <code className="font-mono text-xs wrap-anywhere">POST /api/sync/devices/register</code>;
          nobody but you sees it, or where workspaces are on it.
        </>
      }
    >
      {devices.data ? (
        <DeviceRows devices={devices.data.items} onRename={setRenaming} onRemove={setLeaving} />
      ) : devices.error ? (
        <Trouble error={devices.error} onRetry={() => void devices.refetch()} />
      ) : (
        <Loading what="devices" />
      )}
      {renaming && <RenameDeviceDialog device={renaming} onClose={() => setRenaming(null)} />}
      {leaving && <RemoveDevice device={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  )
}

interface DeviceRowsProps {
  devices: Device[]
  onRename: (device: Device) => void
  onRemove: (device: Device) => void
}

function DeviceRows({ devices, onRename, onRemove }: DeviceRowsProps) {
  if (devices.length === 0) return <p className="text-muted">None of your machines is registered yet.</p>
  return (
    <Rows label="Your devices">
      {devices.map((device) => (
        <Row
          key={device.id}
          icon={<DevicesIcon />}
          name={device.name}
          detail={
            <>
              {device.platform && `${device.platform} · `}seen <Time at={device.lastSeenAt} />
            </>
          }
        >
          <Button aria-label={`Rename ${device.name}`} onClick={() => onRename(device)}>
            Rename
          </Button>
          <Button aria-label={`Remove ${device.name}`} onClick={() => onRemove(device)}>
            Remove
          </Button>
        </Row>
      ))}
    </Rows>
  )
}

function RemoveDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const remove = async () => {
    await write('devices.remove', { device: device.id })
    showToast({ text: `${device.name} is removed.` })
  }
  return (
    <Ask title={`Remove ${device.name}?`} action="Remove the device" send={remove} onClose={onClose}>
      <p>Where workspaces are on it is forgotten. The workspaces stay, and so do the files on the device.</p>
    </Ask>
  )
}
