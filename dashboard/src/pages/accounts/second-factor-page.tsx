import { useSearch } from '@tanstack/react-router'
import { KeyIcon, KeyRoundIcon, RectangleEllipsisIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type InputOf, Problem, call } from '../../client.ts'
import { startSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { DigitsField } from '../../ui/digits-field.tsx'
import { CheckField, TextField } from '../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { useStore } from '../../ui/store.ts'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { Entrance } from './entrance.tsx'
import { requestPasskey } from './passkey.ts'
import { type PendingSecondFactor, pendingSecondFactor } from './second-factor.ts'
import { texts } from './texts.ts'
import { AuthLink } from './auth-link.tsx'

type Method = PendingSecondFactor['methods'][number]

export function SecondFactorPage() {
  const { to } = useSearch({ from: '/sign-in/second-factor' })
  const pending = useStore(pendingSecondFactor)
  const [chosen, setChosen] = useState<Method>()
  if (!pending) return null
  const { title, intro, notYou, startAgain } = texts.secondFactorPage
  const method = chosen ?? pending.methods[0] ?? 'recovery_code'
  return (
    <Entrance title={title} text={intro[method]}>
      <SecondFactorForm key={method} method={method} pending={pending} />
      <OtherMethods methods={pending.methods.filter((each) => each !== method)} onChoose={setChosen} />
      <p className="text-muted">
        {notYou}{' '}
        <AuthLink page="/sign-in" to={to}>
          {startAgain}
        </AuthLink>
      </p>
    </Entrance>
  )
}

type Proof = Pick<InputOf<'secondFactor.finish'>, 'code' | 'recoveryCode' | 'passkey'>

async function finish(request: string, proof: Proof, remember: boolean): Promise<void> {
  const { token, recoveryCodesLeft } = await call('secondFactor.finish', { request, ...proof, remember })
  pendingSecondFactor.set(null)
  startSession(token)
  if (recoveryCodesLeft !== null)
    showToast({ text: texts.secondFactorPage.recoveryCodesLeft(recoveryCodesLeft) })
}

function SecondFactorForm({
  method,
  pending: { request },
}: {
  method: Method
  pending: PendingSecondFactor
}) {
  const labels = texts.secondFactorPage
  const input = useRef<HTMLInputElement>(null)
  const form = useSubmit(async (given) => {
    try {
      const remember = given.has('remember')
      if (method === 'passkey') await finish(request, { passkey: await requestPasskey() }, remember)
      else if (method === 'totp') await finish(request, { code: text(given, 'code') }, remember)
      else await finish(request, { recoveryCode: text(given, 'recoveryCode') }, remember)
    } catch (error) {
      if (input.current && error instanceof Problem && error.code === 'wrong_second_factor') {
        input.current.value = ''
        input.current.focus()
      }
      throw error
    }
  })
  return (
    <Form form={form} operation="secondFactor.finish">
      {method === 'totp' && <DigitsField ref={input} label={labels.code} submitsForm={false} />}
      {method === 'recovery_code' && (
        <TextField
          ref={input}
          name="recoveryCode"
          label={labels.recoveryCode}
          isIdentifier
          autoFocus
          className="h-10 font-mono"
        />
      )}
      <CheckField name="remember" label={labels.remember} />
      <SubmitButton className="tall">{method === 'passkey' ? labels.passkey : labels.signIn}</SubmitButton>
    </Form>
  )
}

const icons: Record<Method, ReactNode> = {
  totp: <RectangleEllipsisIcon />,
  passkey: <KeyRoundIcon />,
  recovery_code: <KeyIcon />,
}

function OtherMethods({ methods, onChoose }: { methods: Method[]; onChoose: (method: Method) => void }) {
  if (methods.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      {methods.map((method) => (
        <Button key={method} onClick={() => onChoose(method)} className="tall">
          {icons[method]} {texts.secondFactorPage.otherMethods[method]}
        </Button>
      ))}
    </div>
  )
}
