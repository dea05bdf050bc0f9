import { useState } from 'react'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Time, dayName, timeOfDay } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { EditableText } from '../tasks/editable-text.tsx'
import { type Device, type SyncedDevice, devicesQuery } from './queries.ts'
import { texts } from './texts.ts'

const { devices, revokeDialog } = texts

interface DeviceRowProps {
  device: Device
  /** What it pushed and pulled in the current organization. */
  synced: SyncedDevice | undefined
}

/** A device, which is renamed in place and can be revoked. */
export function DeviceRow({ device, synced }: DeviceRowProps) {
  const { name, platform } = device
  const rename = useRename()
  const [isRevoking, setIsRevoking] = useState(false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-(--row-inset)">
      <div className="min-w-0 grow basis-64">
        <div className="flex flex-wrap items-center gap-x-4">
          <div className="min-w-24">
            <EditableText
              label={devices.name(name)}
              value={name}
              oneLine
              required
              className="font-medium"
              onSave={(next) => rename.mutate({ device, name: next })}
            />
          </div>
          {synced?.lastPullAt && <Lag behind={synced.behind} />}
        </div>
        <p className="text-[13px] text-muted wrap-anywhere">
          {platform && `${platform} · `}
          <LastSync seenAt={device.lastSeenAt} synced={synced} />
        </p>
      </div>
      <Button className="ml-auto" aria-label={devices.revokeLabel(name)} onClick={() => setIsRevoking(true)}>
        {devices.revoke}
      </Button>
      {isRevoking && <RevokeDialog device={device} onClose={() => setIsRevoking(false)} />}
    </li>
  )
}

function LastSync({ seenAt, synced }: Pick<DeviceRowProps, 'synced'> & { seenAt: string }) {
  const { lastPushAt = null, lastPullAt = null } = synced ?? {}
  if (lastPushAt === null && lastPullAt === null)
    return (
      <>
        {devices.seen} <Time at={seenAt} /> · {devices.never}
      </>
    )
  return (
    <>
      {lastPushAt && (
        <>
          {devices.pushed} <Time at={lastPushAt} />
        </>
      )}
      {lastPushAt && lastPullAt && ' · '}
      {lastPullAt && (
        <>
          {devices.pulled} <Time at={lastPullAt} />
        </>
      )}
    </>
  )
}

function Lag({ behind: { changes, atLeast, since } }: Pick<SyncedDevice, 'behind'>) {
  if (changes === 0) return <Badge tone="accent">{devices.upToDate}</Badge>
  const count = formatNumber(changes)
  return (
    <Badge tone="attention">
      {devices.behind(
        atLeast ? devices.atLeast(count) : count,
        changes === 1,
        since && shortTime(new Date(since)),
      )}
    </Badge>
  )
}

/** Returns the time of today, or the day of an earlier time. */
function shortTime(date: Date): string {
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday ? timeOfDay(date) : dayName(date)
}

function RevokeDialog({ device: { id, name }, onClose }: { device: Device; onClose: () => void }) {
  const revoke = async () => {
    await write('devices.remove', { device: id })
    showToast({ text: devices.revoked(name) })
  }
  return (
    <AsyncConfirm
      title={revokeDialog.title(name)}
      action={revokeDialog.revoke}
      send={revoke}
      onClose={onClose}
    >
      <p>{revokeDialog.consequence}</p>
    </AsyncConfirm>
  )
}

function useRename() {
  return useChange({
    kinds: ['device'],
    show: (cache, { device, name }: { device: Device; name: string }) =>
      cache.setQueryData(
        devicesQuery.queryKey,
        (list) =>
          list && {
            ...list,
            items: list.items.map((each) => (each.id === device.id ? { ...each, name } : each)),
          },
      ),
    send: ({ device, name }) => call('devices.rename', { device: device.id, name }),
    failed: () => devices.renameFailed,
  })
}
