import { ChevronRightIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import type { useSubmit } from '../../ui/submit.ts'
import { Options } from '../tasks/icon-select.tsx'
import { ProjectOptions } from './project-options.tsx'
import { lifetimes, scopes } from './credential-input.ts'
import { texts } from './texts.ts'

const { modes } = texts.credentialFields
type Mode = keyof typeof modes

interface CredentialFieldsProps {
  form: ReturnType<typeof useSubmit>
  nameHint: string
  /** Whether the additional options are shown initially. */
  open?: boolean
  /** Fields to add to the options. */
  children?: ReactNode
}

/** The fields of every new key or token, which `readCredentialFields` reads. */
export function CredentialFields({ form, nameHint, open = false, children }: CredentialFieldsProps) {
  const labels = texts.credentialFields
  const [mode, setMode] = useState<Mode>('live')
  return (
    <>
      <Field label={labels.name} hint={nameHint} error={form.errorOf('name')}>
        {(control) => (
          <input {...control} name="name" autoComplete="off" maxLength={120} className="control" />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choices legend={labels.permissions} error={form.errorOf('scopes')}>
          {scopes.map((scope) => (
            <Labelled key={scope} {...labels.scopes[scope]}>
              <input
                type="checkbox"
                name={scope}
                defaultChecked={scope !== 'admin'}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
            </Labelled>
          ))}
        </Choices>
        <Choices legend={labels.data}>
          {(Object.keys(modes) as Mode[]).map((each) => (
            <Labelled key={each} {...modes[each]}>
              <input
                type="radio"
                name="mode"
                value={each}
                checked={mode === each}
                onChange={() => setMode(each)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
            </Labelled>
          ))}
        </Choices>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Lifetime error={form.errorOf('expiresAt')} />
      </div>
      <details open={open} className="group">
        <summary className="flex w-fit list-none items-center gap-1.5 rounded font-medium text-muted hover:text-ink">
          <span className="transition-transform group-open:rotate-90">
            <ChevronRightIcon />
          </span>
          {labels.moreOptions}
        </summary>
        <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
          <Field label={labels.projectAccess} error={form.errorOf('project')}>
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

function Lifetime({ error }: { error: string | undefined }) {
  const { expires, lastDay } = texts.credentialFields
  const [chosen, setChosen] = useState('90d')
  return (
    <div className="flex flex-col gap-2">
      <Field label={expires} error={chosen === 'day' ? undefined : error}>
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
      {chosen === 'day' && (
        <Field label={lastDay} error={error}>
          {(control) => <input {...control} type="date" name="day" className="control" />}
        </Field>
      )}
    </div>
  )
}

function Choices({ legend, error, children }: { legend: string; error?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex flex-col gap-1.5">{children}</div>
      {error && <p className="mt-1 text-[13px] text-danger">{error}</p>}
    </fieldset>
  )
}

function Labelled({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <label className="flex gap-2">
      {children}
      <span>
        {label} <span className="text-muted">· {hint}</span>
      </span>
    </label>
  )
}
