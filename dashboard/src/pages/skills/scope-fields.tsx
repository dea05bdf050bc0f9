import { useState } from 'react'
import { SelectField, type SelectOption } from '../../ui/select.tsx'
import { useTeamsForProject } from '../projects/teams-for-project.ts'
import type { Scope } from './queries.ts'

const scopes: SelectOption<Scope>[] = [
  { value: 'personal', name: 'Me alone', description: 'And the agents that work for you.' },
  {
    value: 'team',
    name: 'A team',
    description: 'Whoever is in it uses and changes it; so do administrators.',
  },
  {
    value: 'public',
    name: 'Everybody',
    description:
      'Every organization here finds it, and whoever has its public address reads it without an account.',
  },
]

interface ScopeFieldsProps {
  scope: Scope
  team: string | null
  errorOf: (field: string) => string | undefined
}

/** Who may use a skill: in a form, as `scope` and `team`. */
export function ScopeFields({ scope, team, errorOf }: ScopeFieldsProps) {
  const [chosen, setChosen] = useState(scope)
  const teams = useTeamsForProject(team) ?? []
  return (
    <>
      <SelectField
        label="Who may use it"
        name="scope"
        options={scopes.filter(({ value }) => value !== 'team' || teams.length > 0 || scope === 'team')}
        defaultValue={scope}
        error={errorOf('scope')}
        onChange={setChosen}
      />
      {chosen === 'team' && (
        <SelectField
          label="Team"
          name="team"
          options={[{ value: '', name: 'Choose one' }, ...teams.map(({ id, name }) => ({ value: id, name }))]}
          defaultValue={team ?? ''}
          error={errorOf('team')}
        />
      )}
    </>
  )
}
