import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasRole } from '../../my-role.ts'
import { projectsQuery } from '../../queries.ts'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { everyAgentQuery } from '../agents/queries.ts'
import { sessionChoicesQuery } from '../sessions/queries.ts'
import type { Within } from './memory-search.ts'
import { type Scope, scopeNames, scopeOptions } from './names.ts'
import { texts } from './texts.ts'

/** The selected agent, project or session. Starts with the one of the page. */
export function useScope(within: Within) {
  const [scope, setScope] = useState<Scope>(within.agent ? 'agent' : within.session ? 'session' : 'project')
  const [of, setOf] = useState(within[scope] ?? '')
  const choices = useChoices(scope)
  return {
    scope,
    of,
    choices,
    setOf,
    /** The name of the selected one. */
    name: choices.find(({ value }) => value === of)?.name,
    setScope(next: Scope) {
      setScope(next)
      setOf(within[next] ?? '')
    },
    /** The input for the API. */
    input: { scope, ...(of && { [scope]: of }) },
  }
}

interface ScopeFieldsProps {
  label: string
  chosen: ReturnType<typeof useScope>
}

export function ScopeFields({ label, chosen }: ScopeFieldsProps) {
  const { scope, of, choices, setScope, setOf } = chosen
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        label={label}
        name="scope"
        options={scopeOptions}
        defaultValue={scope}
        onChange={setScope}
      />
      <Field name={scope} label={scopeNames[scope]}>
        {(control) => (
          <select
            {...control}
            name={scope}
            value={of}
            onChange={({ target }) => setOf(target.value)}
            className="control"
          >
            <option value="">{texts.fields.choose}</option>
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
  const sessions = useQuery({ ...sessionChoicesQuery, enabled: scope === 'session' }).data?.items ?? []
  if (scope === 'agent') return agents.map(({ id, name }) => ({ value: id, name }))
  if (scope === 'project') return projects.map(({ slug, name }) => ({ value: slug, name }))
  return sessions.map(({ id, title }) => ({ value: id, name: title }))
}
