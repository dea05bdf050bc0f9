import { useState } from 'react'
import { type OutputOf, Problem, call } from '../../client.ts'
import { storeLinkParameters, useLinkParameters } from '../../link-parameters.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { DeviceDecision } from './device-decision.tsx'
import { Entrance } from './entrance.tsx'
import { ToProjects } from './to-projects.tsx'

export type AskingDevice = OutputOf<'deviceFlow.claim'> & { userCode: string }

/** Where a person lets a device in that has no browser of its own, such as the command line. */
export function DevicePage() {
  const [device, setDevice] = useState<AskingDevice | null>(null)
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

function CodeForm({ onFound }: { onFound: (device: AskingDevice) => void }) {
  const { code = '' } = useLinkParameters('/device')
  const form = useSubmit(['userCode'], async (given) => {
    const userCode = text(given, 'userCode').trim()
    // Kept until it is answered, since that may need a fresh sign-in.
    storeLinkParameters('/device', { code: userCode })
    onFound({ ...(await call('deviceFlow.claim', { userCode }).catch(unknownCode)), userCode })
  })
  return (
    <Entrance
      title="Sign a device in"
      text={
        code ? 'Check that your device shows exactly this code.' : 'Enter the code that your device shows.'
      }
    >
      <form key={code} onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label="Code" error={form.errorOf('userCode')}>
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
        <Button type="submit" kind="primary" busy={form.busy} className="tall">
          Continue
        </Button>
      </form>
    </Entrance>
  )
}

/** Beside the field, with what to do next. */
function unknownCode(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'not_found') throw error
  const message =
    'This code is not known. Check it letter by letter; if it is right it has run out, so start again on the device.'
  throw new Problem(error.status, error.code, message, [{ path: 'userCode', message }])
}

function Answered({ answer }: { answer: 'approved' | 'denied' }) {
  const said = {
    approved: [
      'The device is signed in',
      'It goes on by itself in a few seconds. You can close this window.',
    ],
    denied: ['The device was denied', 'It was told so and is not signed in. You can close this window.'],
  } as const
  const [title, sentence] = said[answer]
  return (
    <Entrance title={title} text={sentence}>
      <ToProjects />
    </Entrance>
  )
}
