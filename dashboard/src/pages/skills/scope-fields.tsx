import { useState } from 'react'
import { SelectField, type SelectOption } from '../../ui/select.tsx'
import { text } from '../../ui/submit.ts'
import { useTeamsForProject } from '../projects/teams-for-project.ts'
import type { Scope } from './queries.ts'
import { texts } from './texts.ts'

const { scopeFields } = texts

const scopes: SelectOption<Scope>[] = [
  { value: 'personal', ...scopeFields.personal },
  { value: 'team', ...scopeFields.team },
  { value: 'public', ...scopeFields.public },
]

interface ScopeFieldsProps {
  scope: Scope
  team: string | null
}

/** The form fields `scope` and `team`, which decide who can use a skill. */
export function ScopeFields({ scope, team }: ScopeFieldsProps) {
  const [chosen, setChosen] = useState(scope)
  const teams = useTeamsForProject(team) ?? []
  return (
    <>
      <SelectField
        label={scopeFields.scope}
        name="scope"
        options={scopes.filter(({ value }) => value !== 'team' || teams.length > 0 || scope === 'team')}
        defaultValue={scope}
        onChange={setChosen}
      />
      {chosen === 'team' && (
        <SelectField
          label={scopeFields.teamField}
          name="team"
          options={[
            { value: '', name: scopeFields.chooseTeam },
            ...teams.map(({ id, name }) => ({ value: id, name })),
          ]}
          defaultValue={team ?? ''}
        />
      )}
    </>
  )
}

export function scopeIn(form: FormData): { scope: Scope; team?: string } {
  const scope = text(form, 'scope') as Scope
  const team = text(form, 'team')
  return { scope, ...(scope === 'team' && team && { team }) }
}
