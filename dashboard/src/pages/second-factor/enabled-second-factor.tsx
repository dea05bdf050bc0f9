import { useMutation } from '@tanstack/react-query'
import { KeyIcon, KeyRoundIcon, RectangleEllipsisIcon } from 'lucide-react'
import { useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Row, Rows } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { RememberedDevices } from './remembered-devices.tsx'
import { texts } from './texts.ts'

export type SecondFactor = OutputOf<'secondFactor.get'>

interface EnabledProps {
  state: SecondFactor
  onSetUp: () => void
  onCodes: (codes: string[]) => void
  onChanged: () => void
}

const labels = texts.enabledSecondFactor
type Question = keyof typeof labels.questions

export function EnabledSecondFactor({ state, onSetUp, onCodes, onChanged }: EnabledProps) {
  const { totp, passkeys, recoveryCodesLeft, requiredBy } = state
  const [question, setQuestion] = useState<Question>()
  const change = useMutation({
    mutationFn: async (confirmed: Question) => {
      if (confirmed === 'codes')
        return onCodes((await call('secondFactor.replaceRecoveryCodes', {})).recoveryCodes)
      if (confirmed === 'app') await call('secondFactor.removeTotp', {})
      else await call('secondFactor.disable', {})
      showToast({ text: confirmed === 'app' ? labels.appRemoved : labels.turnedOff })
      onChanged()
    },
    onError: showProblem,
  })
  return (
    <>
      <Rows label={labels.label}>
        <Row
          icon={<RectangleEllipsisIcon />}
          name={labels.app}
          detail={
            totp ? (
              <>
                {labels.appAdded} <Time at={totp.addedAt} />
              </>
            ) : (
              labels.appNotSetUp
            )
          }
        >
          <Button onClick={onSetUp}>{totp ? labels.replace : labels.setUp}</Button>
          {totp && passkeys > 0 && <Button onClick={() => setQuestion('app')}>{labels.remove}</Button>}
        </Row>
        <Row
          icon={<KeyRoundIcon />}
          name={labels.passkeys}
          detail={passkeys === 0 ? labels.noPasskeys : labels.passkeyCount(passkeys)}
        />
        <Row icon={<KeyIcon />} name={labels.recoveryCodes} detail={labels.codesLeft(recoveryCodesLeft)}>
          <Button onClick={() => setQuestion('codes')}>{labels.createCodes}</Button>
        </Row>
      </Rows>
      <RememberedDevices />
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button disabled={requiredBy !== null} busy={change.isPending} onClick={() => setQuestion('off')}>
          {labels.turnOff}
        </Button>
        {requiredBy && <p className="text-[13px] text-muted">{labels.requiredBy(requiredBy)}</p>}
      </div>
      {question && (
        <Confirm
          {...labels.questions[question]}
          onClose={() => setQuestion(undefined)}
          onConfirm={() => {
            change.mutate(question)
            setQuestion(undefined)
          }}
        />
      )}
    </>
  )
}
