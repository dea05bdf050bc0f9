import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client.ts'
import { loginsQuery, meQuery } from '../../queries.ts'
import { useAction } from '../../ui/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { EnabledSecondFactor } from './enabled-second-factor.tsx'
import { type SecondFactor, rememberedDevicesQuery, secondFactorQuery } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpTotp } from './set-up-totp.tsx'

/** The second factor of the account: set it up, replace it, turn it off. */
export function SecondFactorSection() {
  const state = useQuery(secondFactorQuery)
  const [settingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const refresh = useRefresh()
  const showCodes = (created: string[] | null) => {
    setSettingUp(false)
    setCodes(created)
    // Once the codes are saved: the page around this may change with it.
    if (!created) refresh()
  }
  const body = () => {
    if (codes)
      return (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null)
            refresh()
          }}
        />
      )
    if (settingUp) return <SetUpTotp onDone={showCodes} onCancel={() => setSettingUp(false)} />
    if (state.isPending) return <Loading what="second factor" />
    if (!state.data) return <Trouble error={state.error} onRetry={() => void state.refetch()} />
    const props = { state: state.data, onSetUp: () => setSettingUp(true), onCodes: showCodes }
    return state.data.enabled ? (
      <EnabledSecondFactor {...props} onChanged={refresh} />
    ) : (
      <DisabledSecondFactor {...props} />
    )
  }
  return (
    <Section
      title="Second factor"
      text="Asked for after your password, a code, a link or another provider. A passkey alone counts as both factors."
    >
      {body()}
    </Section>
  )
}

interface DisabledProps {
  state: SecondFactor
  onSetUp: () => void
  onCodes: (codes: string[] | null) => void
}

function DisabledSecondFactor({ state, onSetUp, onCodes }: DisabledProps) {
  const usePasskeys = useAction(async () =>
    onCodes((await call('secondFactor.usePasskeys', {})).recoveryCodes),
  )
  return (
    <div className="flex flex-col gap-3">
      <FormMessage>{usePasskeys.message}</FormMessage>
      <Rows label="Second factor">
        <Row
          icon={<LockIcon />}
          name="Off"
          badges={state.requiredBy && <Badge tone="danger">Required</Badge>}
          detail={
            state.requiredBy
              ? `${state.requiredBy} requires a second factor.`
              : 'Without one, a stolen password opens your account. Turning it on signs out your other devices.'
          }
        >
          {state.passkeys > 0 && (
            <Button busy={usePasskeys.busy} onClick={usePasskeys.run}>
              Use my passkeys
            </Button>
          )}
          <Button kind="primary" onClick={onSetUp}>
            Set up authenticator app
          </Button>
        </Row>
      </Rows>
    </div>
  )
}

function useRefresh() {
  const cache = useQueryClient()
  return () => {
    for (const { queryKey } of [secondFactorQuery, rememberedDevicesQuery, loginsQuery, meQuery])
      void cache.invalidateQueries({ queryKey })
  }
}
