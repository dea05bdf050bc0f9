import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import type { useSubmit } from '../../ui/submit.ts'
import { Options } from '../tasks/icon-select.tsx'
import { ProjectOptions } from './project-options.tsx'
import { lifetimes, scopes } from './wanted-credential.ts'

const scopeTexts = {
  read: { label: 'Read', hint: 'See projects and tasks.' },
  write: { label: 'Write', hint: 'Create, change, complete and delete.' },
  admin: { label: 'Administer', hint: 'End what others work with.' },
}

const modes = {
  live: { label: 'Real data', hint: 'What you and others see.' },
  test: { label: 'The sandbox', hint: 'For trying things out: nothing there is real.' },
} as const
type Mode = keyof typeof modes

interface CredentialFieldsProps {
  form: ReturnType<typeof useSubmit>
  nameHint: string
  /** Whether what narrows it down is shown from the beginning. */
  open?: boolean
  /** What else it can be narrowed to. */
  children?: ReactNode
}

/** What is asked for every new key or token. `wantedCredential` reads it. */
export function CredentialFields({ form, nameHint, open = false, children }: CredentialFieldsProps) {
  const [mode, setMode] = useState<Mode>('live')
  return (
    <>
      <Field label="Name" hint={nameHint} error={form.errorOf('name')}>
        {(control) => (
          <input {...control} name="name" autoComplete="off" maxLength={120} className="control" />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choices legend="What it may do" error={form.errorOf('scopes')}>
          {scopes.map((scope) => (
            <Labelled key={scope} {...scopeTexts[scope]}>
              <input
                type="checkbox"
                name={scope}
                defaultChecked={scope !== 'admin'}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
            </Labelled>
          ))}
        </Choices>
        <Choices legend="What it works on">
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
            <ChevronIcon />
          </span>
          Narrow it down
        </summary>
        <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
          <Field label="Reaches" error={form.errorOf('project')}>
            {(control) => (
              <select {...control} name="project" className="control">
                {/* What was chosen in one place is not there in the other. */}
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
  const [chosen, setChosen] = useState('90d')
  return (
    <div className="flex flex-col gap-2">
      <Field label="Expires" error={chosen === 'day' ? undefined : error}>
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
        <Field label="At the end of" error={error}>
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
