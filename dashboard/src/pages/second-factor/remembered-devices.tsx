import { MonitorSmartphoneIcon } from 'lucide-react'
import { useRemoval } from '../../change.ts'
import { type OutputOf, call } from '../../client.ts'
import { read, useRead } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { texts } from './texts.ts'

type RememberedDevice = OutputOf<'rememberedDevices.list'>['items'][number]

/** Lists the devices that don't ask for the second factor. */
export function RememberedDevices() {
  const labels = texts.rememberedDevices
  const { data } = useRead('rememberedDevices.list', {})
  const forget = useRemoval<RememberedDevice>({
    kinds: ['remembered_device'],
    queryKey: read('rememberedDevices.list', {}).queryKey,
    idOf: ({ id }) => id,
    send: ({ id }) => call('rememberedDevices.forget', { device: id }),
    done: ({ device }) => showToast({ text: labels.forgotten(device) }),
  })
  if (!data || data.items.length === 0) return null
  return (
    <>
      <h3 className="mt-5 font-medium">{labels.title}</h3>
      <p className="mb-2 text-[13px] text-muted">{labels.hint}</p>
      <Rows label={labels.title}>
        {data.items.map((remembered) => (
          <Row
            key={remembered.id}
            icon={<MonitorSmartphoneIcon />}
            name={remembered.device}
            badges={remembered.current && <Badge tone="accent">{labels.thisDevice}</Badge>}
            detail={
              <>
                {labels.remembered} <Time at={remembered.createdAt} />
                {remembered.network && labels.from(remembered.network)} · {labels.used}{' '}
                <Time at={remembered.lastUsedAt} />
              </>
            }
          >
            <Button
              aria-label={labels.forgetLabel(remembered.device)}
              onClick={() => forget.mutate(remembered)}
            >
              {labels.forget}
            </Button>
          </Row>
        ))}
      </Rows>
    </>
  )
}
