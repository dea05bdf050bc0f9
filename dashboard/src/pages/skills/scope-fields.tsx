import { useState } from 'react'
import { SelectField, type SelectOption } from '../../ui/select.tsx'
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
  errorOf: (field: string) => string | undefined
}

/** The form fields `scope` and `team`, which decide who can use a skill. */
export function ScopeFields({ scope, team, errorOf }: ScopeFieldsProps) {
  const [chosen, setChosen] = useState(scope)
  const teams = useTeamsForProject(team) ?? []
  return (
    <>
      <SelectField
        label={scopeFields.scope}
        name="scope"
        options={scopes.filter(({ value }) => value !== 'team' || teams.length > 0 || scope === 'team')}
        defaultValue={scope}
        error={errorOf('scope')}
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
          error={errorOf('team')}
        />
      )}
    </>
  )
}
