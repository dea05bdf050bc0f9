import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasRole } from '../../my-role.ts'
import { projectsQuery } from '../../queries.ts'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { type useSubmit, text } from '../../ui/submit.ts'
import { everyAgentQuery } from '../agents/queries.ts'
import { sessionChoicesQuery } from '../sessions/queries.ts'
import type { Within } from './memory-search.ts'
import { type Scope, scopeOptions } from './names.ts'

/** The scope, and which agent, project or session it is. */
export interface ChosenScope {
  scope: Scope
  of: string
  name: string
}

interface ScopeFieldsProps {
  label?: string
  form: ReturnType<typeof useSubmit>
  within: Within
  onChange?: (chosen: ChosenScope | undefined) => void
}

/** Who knows it: one agent, a project, or a session. `scopeIn` reads it. */
export function ScopeFields({ label = 'Who knows it', form, within, onChange }: ScopeFieldsProps) {
  const [scope, setScope] = useState<Scope>(within.agent ? 'agent' : within.session ? 'session' : 'project')
  const choices = useChoices(scope)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        label={label}
        name="scope"
        options={scopeOptions}
        defaultValue={scope}
        error={form.errorOf('scope')}
        onChange={(next) => {
          setScope(next)
          onChange?.(undefined)
        }}
      />
      <Field
        label={{ agent: 'Agent', project: 'Project', session: 'Session' }[scope]}
        error={form.errorOf(scope)}
      >
        {(control) => (
          <select
            {...control}
            key={scope}
            name={scope}
            defaultValue={within[scope] ?? ''}
            onChange={({ target }) => {
              const name = choices.find(({ value }) => value === target.value)?.name
              onChange?.(name === undefined ? undefined : { scope, of: target.value, name })
            }}
            className="control"
          >
            <option value="">Choose…</option>
            {choices.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

function useChoices(scope: Scope): { value: string; name: string }[] {
  const isMember = useHasRole('member')
  const agents = useQuery({ ...everyAgentQuery, enabled: scope === 'agent' && isMember }).data ?? []
  const projects = useQuery(projectsQuery(false)).data ?? []
  const sessions = useQuery({ ...sessionChoicesQuery, enabled: scope === 'session' }).data ?? []
  if (scope === 'agent') return agents.map(({ id, name }) => ({ value: id, name }))
  if (scope === 'project') return projects.map(({ slug, name }) => ({ value: slug, name }))
  return sessions.map(({ id, title }) => ({ value: id, name: title }))
}

export function scopeIn(given: FormData) {
  const scope = text(given, 'scope') as Scope
  const of = text(given, scope)
  return { scope, ...(of && { [scope]: of }) }
}
