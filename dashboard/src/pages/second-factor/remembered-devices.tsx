import { useQuery } from '@tanstack/react-query'
import { useRemoval } from '../../change.ts'
import { call } from '../../client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DevicesIcon } from '../../ui/icons.tsx'
import { Row, Rows } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { type RememberedDevice, rememberedDevicesQuery } from './queries.ts'

/** The devices on which the second factor isn't asked for. */
export function RememberedDevices() {
  const { data } = useQuery(rememberedDevicesQuery)
  const forget = useRemoval<RememberedDevice>({
    queryKey: rememberedDevicesQuery.queryKey,
    idOf: ({ id }) => id,
    send: ({ id }) => call('rememberedDevices.forget', { device: id }),
    done: ({ device }) => showToast({ text: `${device} is asked for the second factor again.` }),
  })
  if (!data || data.items.length === 0) return null
  return (
    <>
      <h3 className="mt-5 font-medium">Remembered devices</h3>
      <p className="mb-2 text-[13px] text-muted">
        For 30 days, these devices aren’t asked for the second factor.
      </p>
      <Rows label="Remembered devices">
        {data.items.map((remembered) => (
          <Row
            key={remembered.id}
            icon={<DevicesIcon />}
            name={remembered.device}
            badges={remembered.current && <Badge tone="accent">This device</Badge>}
            detail={
              <>
                remembered <Time at={remembered.createdAt} />
                {remembered.network && `, from ${remembered.network}`} · used{' '}
                <Time at={remembered.lastUsedAt} />
              </>
            }
          >
            <Button aria-label={`Forget ${remembered.device}`} onClick={() => forget.mutate(remembered)}>
              Forget
            </Button>
          </Row>
        ))}
      </Rows>
    </>
  )
}
