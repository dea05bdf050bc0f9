import { useState } from 'react'
import { type OutputOf, Problem, call } from '../../client.ts'
import { storeLinkParameters, useLinkParameters } from '../../link-parameters.ts'
import { Field } from '../../ui/field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { fieldProblem, text, useSubmit } from '../../ui/submit.ts'
import { DeviceDecision } from './device-decision.tsx'
import { Entrance } from './entrance.tsx'
import { texts } from './texts.ts'
import { ProjectsLink } from './projects-link.tsx'

export type RequestingDevice = OutputOf<'deviceFlow.claim'> & { userCode: string }

/** Signs in a device without its own browser, such as the command line. */
export function DevicePage() {
  const [device, setDevice] = useState<RequestingDevice | null>(null)
  const [answer, setAnswer] = useState<'approved' | 'denied' | null>(null)
  if (answer) return <Answered answer={answer} />
  if (!device) return <CodeForm onFound={setDevice} />
  return (
    <DeviceDecision
      device={device}
      onAnswer={(given) => {
        storeLinkParameters('/device', {})
        setAnswer(given)
      }}
      onOtherCode={() => {
        storeLinkParameters('/device', {})
        setDevice(null)
      }}
    />
  )
}

function CodeForm({ onFound }: { onFound: (device: RequestingDevice) => void }) {
  const { code = '' } = useLinkParameters('/device')
  const labels = texts.devicePage
  const form = useSubmit(async (given) => {
    const userCode = text(given, 'userCode').trim()
    // Stored until the request is approved or denied, which can require a fresh sign-in.
    storeLinkParameters('/device', { code: userCode })
    onFound({ ...(await call('deviceFlow.claim', { userCode }).catch(unknownCode)), userCode })
  })
  return (
    <Entrance title={labels.title} text={code ? labels.compareCode : labels.enterCode}>
      <Form key={code} form={form}>
        <Field name="userCode" label={labels.code}>
          {(control) => (
            <div className="text-2xl">
              <input
                {...control}
                name="userCode"
                defaultValue={code}
                placeholder="XXXX-XXXX"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                autoFocus
                maxLength={40}
                className="control h-12 text-center font-mono tracking-[0.15em] uppercase"
              />
            </div>
          )}
        </Field>
        <SubmitButton className="tall">{labels.continue}</SubmitButton>
      </Form>
    </Entrance>
  )
}

/** Moves the error to the field and adds what to do next. */
function unknownCode(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'not_found') throw error
  throw fieldProblem('userCode', texts.devicePage.unknownCode)
}

function Answered({ answer }: { answer: 'approved' | 'denied' }) {
  return (
    <Entrance {...texts.devicePage[answer]}>
      <ProjectsLink />
    </Entrance>
  )
}
