import { useQuery } from '@tanstack/react-query'
import { TriangleAlertIcon } from 'lucide-react'
import { call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { Time } from '../../ui/time.tsx'
import type { RequestingDevice } from './device-page.tsx'
import { Entrance } from './entrance.tsx'
import { Fact } from './fact.tsx'
import { texts } from './texts.ts'

interface DeviceDecisionProps {
  device: RequestingDevice
  onAnswer: (answer: 'approved' | 'denied') => void
  onOtherCode: () => void
}

/** Shows which device asks to sign in, from where and when, so that the user can spot a foreign request. */
export function DeviceDecision({ device, onAnswer, onOtherCode }: DeviceDecisionProps) {
  const { userCode, client, network, createdAt, expiresAt } = device
  const email = useQuery(meQuery).data?.user.email
  const isExpired = useSecondsUntil(Date.parse(expiresAt)) === 0
  const answer = async (approve: boolean) => {
    await call('deviceFlow.approve', { userCode, approve })
    onAnswer(approve ? 'approved' : 'denied')
  }
  const approve = useAction(() => answer(true))
  const deny = useAction(() => answer(false))
  const labels = texts.deviceDecision
  const message = isExpired ? labels.expired : (approve.message ?? deny.message)
  return (
    <Entrance title={labels.title} text={labels.consequence}>
      <FormMessage>{message}</FormMessage>
      <dl className="divide-y rounded-lg border bg-surface px-4">
        <Fact name={labels.code}>
          <span className="font-mono uppercase">{userCode}</span>
        </Fact>
        <Fact name={labels.app}>{client}</Fact>
        <Fact name={labels.device}>{device.device}</Fact>
        <Fact name={labels.network}>
          <span className="font-mono">{network}</span>
        </Fact>
        <Fact name={labels.requested}>
          <Time at={createdAt} />
        </Fact>
        <Fact name={labels.account}>{email}</Fact>
      </dl>
      <p className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2 text-danger">
        <span className="mt-0.5">
          <TriangleAlertIcon />
        </span>
        {labels.warning}
      </p>
      {isExpired ? (
        <Button onClick={onOtherCode} className="tall">
          {labels.enterAnotherCode}
        </Button>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <Button busy={deny.busy} disabled={approve.busy} onClick={deny.run} className="tall">
            {labels.deny}
          </Button>
          <Button
            kind="primary"
            busy={approve.busy}
            disabled={deny.busy}
            onClick={approve.run}
            className="tall"
          >
            {labels.approve}
          </Button>
        </div>
      )}
    </Entrance>
  )
}
