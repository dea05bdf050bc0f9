import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { DigitsIcon, KeyIcon, PasskeyIcon } from '../../ui/icons.tsx'
import { Row, Rows } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import type { SecondFactor } from './queries.ts'
import { RememberedDevices } from './remembered-devices.tsx'

interface EnabledProps {
  state: SecondFactor
  onSetUp: () => void
  onCodes: (codes: string[]) => void
  onChanged: () => void
}

const questions = {
  app: {
    title: 'Remove the authenticator app?',
    text: 'Your passkeys stay your second factor.',
    action: 'Remove',
  },
  codes: {
    title: 'Create new recovery codes?',
    text: 'The codes that you have stop working.',
    action: 'Create',
  },
  off: {
    title: 'Turn off the second factor?',
    text: 'Your password alone then opens your account. The app, recovery codes and remembered devices are removed.',
    action: 'Turn off',
  },
}

export function EnabledSecondFactor({ state, onSetUp, onCodes, onChanged }: EnabledProps) {
  const { totp, passkeys, recoveryCodesLeft, requiredBy } = state
  const [asked, setAsked] = useState<keyof typeof questions>()
  const change = useMutation({
    mutationFn: async (what: keyof typeof questions) => {
      if (what === 'codes')
        return onCodes((await call('secondFactor.replaceRecoveryCodes', {})).recoveryCodes)
      if (what === 'app') await call('secondFactor.removeTotp', {})
      else await call('secondFactor.disable', {})
      showToast({ text: what === 'app' ? 'Removed the authenticator app.' : 'The second factor is off.' })
      onChanged()
    },
    onError: showProblem,
  })
  return (
    <>
      <Rows label="Second factor">
        <Row
          icon={<DigitsIcon />}
          name="Authenticator app"
          detail={
            totp ? (
              <>
                Added <Time at={totp.addedAt} />
              </>
            ) : (
              'Not set up.'
            )
          }
        >
          <Button onClick={onSetUp}>{totp ? 'Replace' : 'Set up'}</Button>
          {totp && passkeys > 0 && <Button onClick={() => setAsked('app')}>Remove</Button>}
        </Row>
        <Row
          icon={<PasskeyIcon />}
          name="Passkeys"
          detail={
            passkeys === 0
              ? 'Add one below to use it as second factor.'
              : `${passkeys} can be your second factor.`
          }
        />
        <Row icon={<KeyIcon />} name="Recovery codes" detail={`${recoveryCodesLeft} of 10 left.`}>
          <Button onClick={() => setAsked('codes')}>Create new codes</Button>
        </Row>
      </Rows>
      <RememberedDevices />
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button disabled={requiredBy !== null} busy={change.isPending} onClick={() => setAsked('off')}>
          Turn off second factor
        </Button>
        {requiredBy && <p className="text-[13px] text-muted">{requiredBy} requires it.</p>}
      </div>
      {asked && (
        <Confirm
          {...questions[asked]}
          keep="Cancel"
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            change.mutate(asked)
            setAsked(undefined)
          }}
        />
      )}
    </>
  )
}
