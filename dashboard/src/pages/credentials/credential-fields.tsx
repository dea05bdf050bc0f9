import { ChevronRightIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { CheckField, CheckGroup, TextField } from '../../ui/form-fields.tsx'
import { Options } from '../tasks/icon-select.tsx'
import { ProjectOptions } from './project-options.tsx'
import { lifetimes, scopes } from './credential-input.ts'
import { texts } from './texts.ts'

const { modes } = texts.credentialFields
type Mode = keyof typeof modes

interface CredentialFieldsProps {
  /** The fields above the options, such as the name. */
  first: ReactNode
  /** Whether permissions, data and expiry are among the additional options. */
  isShort?: boolean
  /** Fields to add to the options. */
  children?: ReactNode
}

/** The fields of every new key or token, which `readCredentialFields` reads. */
export function CredentialFields({ first, isShort = false, children }: CredentialFieldsProps) {
  const labels = texts.credentialFields
  const [mode, setMode] = useState<Mode>('live')
  const access = (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <CheckGroup name="scopes" legend={labels.permissions}>
          {scopes.map((scope) => (
            <CheckField
              key={scope}
              name={scope}
              {...labels.scopes[scope]}
              defaultChecked={scope !== 'admin'}
            />
          ))}
        </CheckGroup>
        <CheckGroup name="mode" legend={labels.data}>
          {(Object.keys(modes) as Mode[]).map((each) => (
            <CheckField
              key={each}
              type="radio"
              name="mode"
              value={each}
              {...modes[each]}
              checked={mode === each}
              onChange={() => setMode(each)}
            />
          ))}
        </CheckGroup>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Lifetime />
      </div>
    </>
  )
  return (
    <>
      {first}
      {!isShort && access}
      <details className="group">
        <summary className="flex w-fit list-none items-center gap-1.5 rounded font-medium text-muted hover:text-ink">
          <span className="transition-transform group-open:rotate-90">
            <ChevronRightIcon />
          </span>
          {labels.moreOptions}
        </summary>
        {isShort && <div className="mt-3 flex flex-col gap-4">{access}</div>}
        <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
          <Field name="project" label={labels.projectAccess}>
            {(control) => (
              <select {...control} name="project" className="control">
                {/* A project selected in one mode doesn't exist in the other. */}
                <ProjectOptions key={mode} mode={mode} />
              </select>
            )}
          </Field>
          {children}
        </div>
      </details>
    </>
  )
}

function Lifetime() {
  const { expires, lastDay } = texts.credentialFields
  const [chosen, setChosen] = useState('90d')
  return (
    <div className="flex flex-col gap-2">
      <Field name={chosen === 'day' ? undefined : 'expiresAt'} label={expires}>
        {(control) => (
          <select
            {...control}
            name="lifetime"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            className="control"
          >
            <Options names={lifetimes} />
          </select>
        )}
      </Field>
      {chosen === 'day' && <TextField name="expiresAt" label={lastDay} type="date" />}
    </div>
  )
}
