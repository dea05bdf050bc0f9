import { useState } from 'react'
import type { OutputOf, Project } from '../../client.ts'
import { SelectField, type SelectOption } from '../../ui/select.tsx'

export type Visibility = Project['visibility']

const visibilities: SelectOption<Visibility>[] = [
  {
    value: 'organization',
    name: 'Everybody in the organization',
    description: 'Members see it and work in it. Guests only if it is shared with them.',
  },
  {
    value: 'team',
    name: 'The team it belongs to',
    description: 'Others see it if it is shared with them; owners and admins in any case.',
  },
  {
    value: 'private',
    name: 'Whoever made it, and administrators',
    description: 'Others see it if it is shared with them.',
  },
  {
    value: 'public',
    name: 'Everybody, signed in or not',
    description:
      'Members work in it. Whoever has its public address sees its name, what it is about and numbers.',
  },
]

interface VisibilityFieldsProps {
  /** Those that it can be put into. */
  teams: OutputOf<'teams.list'>['items']
  visibility: Visibility
  team: string | null
  errorOf: (field: string) => string | undefined
}

/** Who sees a project, and which team it belongs to: in a form, as `visibility` and `team`. */
export function VisibilityFields({ teams, visibility, team, errorOf }: VisibilityFieldsProps) {
  const [chosen, setChosen] = useState(visibility)
  const options = visibilities.filter(({ value }) => value !== 'team' || teams.length > 0)
  const none = { value: '', name: chosen === 'team' ? 'Choose one' : 'None' }
  return (
    <>
      <SelectField
        label="Who sees it"
        name="visibility"
        options={options}
        defaultValue={visibility}
        error={errorOf('visibility')}
        onChange={setChosen}
      />
      {teams.length > 0 && (
        <SelectField
          label={chosen === 'team' ? 'Team' : 'Team (optional)'}
          name="team"
          options={[none, ...teams.map(({ id, name }) => ({ value: id, name }))]}
          defaultValue={team ?? ''}
          error={errorOf('team')}
        />
      )}
    </>
  )
}
