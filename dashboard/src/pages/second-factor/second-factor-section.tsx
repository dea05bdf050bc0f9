import { LockIcon } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useRead } from '../../read.ts'
import { useAction } from '../../ui/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { refreshKinds } from '../../write.ts'
import { EnabledSecondFactor, type SecondFactor } from './enabled-second-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpTotp } from './set-up-totp.tsx'
import { texts } from './texts.ts'

interface SecondFactorSectionProps {
  /** Called when recovery codes are shown, and when the user has saved them. */
  onCodes?: (areShown: boolean) => void
}

/** The second factor of the account: set it up, replace it, turn it off. */
export function SecondFactorSection({ onCodes }: SecondFactorSectionProps) {
  const { title, intro, loading } = texts.secondFactorSection
  const query = useRead('secondFactor.get', {})
  const [settingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const showCodes = (created: string[] | null) => {
    setSettingUp(false)
    setCodes(created)
    if (created) onCodes?.(true)
    else refreshSecondFactor()
  }
  const body = () => {
    if (codes)
      return (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null)
            onCodes?.(false)
            refreshSecondFactor()
          }}
        />
      )
    if (settingUp) return <SetUpTotp onDone={showCodes} onCancel={() => setSettingUp(false)} />
    const handlers = { onSetUp: () => setSettingUp(true), onCodes: showCodes }
    return (
      <Loaded query={query} noun={loading}>
        {(state) =>
          state.enabled ? (
            <EnabledSecondFactor state={state} {...handlers} onChanged={refreshSecondFactor} />
          ) : (
            <DisabledSecondFactor state={state} {...handlers} />
          )
        }
      </Loaded>
    )
  }
  return (
    <Section title={title} text={intro}>
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
  const labels = texts.secondFactorSection
  return (
    <div className="flex flex-col gap-3">
      <FormMessage>{usePasskeys.message}</FormMessage>
      <Rows label={labels.title}>
        <Row
          icon={<LockIcon />}
          name={labels.off}
          badges={state.requiredBy && <Badge tone="danger">{labels.requiredBadge}</Badge>}
          detail={state.requiredBy ? labels.requiredBy(state.requiredBy) : labels.offDetail}
        >
          {state.passkeys > 0 && (
            <Button busy={usePasskeys.busy} onClick={usePasskeys.run}>
              {labels.passkeys}
            </Button>
          )}
          <Button kind="primary" onClick={onSetUp}>
            {labels.setUpApp}
          </Button>
        </Row>
      </Rows>
    </div>
  )
}

const refreshSecondFactor = () => void refreshKinds('second_factor', 'login')
