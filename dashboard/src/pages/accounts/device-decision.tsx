import { useQuery } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { Time } from '../../ui/time.tsx'
import type { AskingDevice } from './device-page.tsx'
import { Entrance } from './entrance.tsx'
import { Fact } from './fact.tsx'

interface DeviceDecisionProps {
  device: AskingDevice
  onAnswer: (answer: 'approved' | 'denied') => void
  onOtherCode: () => void
}

/** What asks to be let in, from where and since when: all that a person needs to see that it is not theirs. */
export function DeviceDecision({ device, onAnswer, onOtherCode }: DeviceDecisionProps) {
  const { userCode, client, network, createdAt, expiresAt } = device
  const email = useQuery(meQuery).data?.user.email
  const expired = useSecondsUntil(Date.parse(expiresAt)) === 0
  const answer = async (approve: boolean) => {
    await call('deviceFlow.approve', { userCode, approve })
    onAnswer(approve ? 'approved' : 'denied')
  }
  const approve = useAction(() => answer(true))
  const deny = useAction(() => answer(false))
  const message = expired
    ? 'This code has run out. Start again on the device, with a new one.'
    : (approve.message ?? deny.message)
  return (
    <Entrance title="Sign this device in?" text="It will be able to do everything that you can.">
      <FormMessage>{message}</FormMessage>
      <dl className="divide-y rounded-lg border bg-surface px-4">
        <Fact name="Code">
          <span className="font-mono uppercase">{userCode}</span>
        </Fact>
        <Fact name="Program">{client}</Fact>
        <Fact name="Device">{device.device}</Fact>
        <Fact name="Network">
          <span className="font-mono">{network}</span>
        </Fact>
        <Fact name="Asked">
          <Time at={createdAt} />
        </Fact>
        <Fact name="Account">{email}</Fact>
      </dl>
      <p className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2 text-danger">
        <span className="mt-0.5">
          <WarningIcon />
        </span>
        Approve only what you have started yourself, just now. If somebody sent you the code, deny it: they
        would get into your account.
      </p>
      {expired ? (
        <Button onClick={onOtherCode} className="tall">
          Enter another code
        </Button>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <Button busy={deny.busy} disabled={approve.busy} onClick={deny.run} className="tall">
            Deny
          </Button>
          <Button
            kind="primary"
            busy={approve.busy}
            disabled={deny.busy}
            onClick={approve.run}
            className="tall"
          >
            Approve
          </Button>
        </div>
      )}
    </Entrance>
  )
}
