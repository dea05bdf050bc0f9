import { useState } from 'react'
import type { OutputOf, Project } from '../../client.ts'
import { CheckField, CheckGroup } from '../../ui/form-fields.tsx'
import { SelectField, type SelectOption } from '../../ui/select.tsx'
import { texts } from './texts.ts'

export type Visibility = Project['visibility']
export type PublicSection = Project['publicSections'][number]

const { visibilityFields } = texts
const visibilities: SelectOption<Visibility>[] = (['organization', 'team', 'private', 'public'] as const).map(
  (value) => ({ value, ...visibilityFields.options[value] }),
)

interface VisibilityFieldsProps {
  /** The teams that the project can be assigned to. */
  teams: OutputOf<'teams.list'>['items']
  visibility: Visibility
  team: string | null
  /** The public sections. Default: the overview. */
  sections?: readonly PublicSection[]
}

/** The form fields `visibility`, `publicSections` and `team` of a project. */
export function VisibilityFields({ teams, visibility, team, sections }: VisibilityFieldsProps) {
  const [selected, setSelected] = useState(visibility)
  const options = visibilities.filter(({ value }) => value !== 'team' || teams.length > 0)
  const none = {
    value: '',
    name: selected === 'team' ? visibilityFields.chooseTeam : visibilityFields.noTeam,
  }
  return (
    <>
      <SelectField
        label={visibilityFields.visibility}
        name="visibility"
        options={options}
        defaultValue={visibility}
        onChange={setSelected}
      />
      {selected === 'public' && <SectionFields sections={sections} />}
      {teams.length > 0 && (
        <SelectField
          label={selected === 'team' ? visibilityFields.team : visibilityFields.teamOptional}
          name="team"
          options={[none, ...teams.map(({ id, name }) => ({ value: id, name }))]}
          defaultValue={team ?? ''}
        />
      )}
    </>
  )
}

const publicSections: PublicSection[] = ['overview', 'tasks', 'epics', 'features']

/** The sections that are public: one form value `publicSections` per checked box. */
function SectionFields({ sections = ['overview'] }: Pick<VisibilityFieldsProps, 'sections'>) {
  const { label, hint, ...names } = visibilityFields.sections
  return (
    <CheckGroup name="publicSections" legend={label} hint={hint}>
      {publicSections.map((section) => (
        <CheckField
          key={section}
          name="publicSections"
          value={section}
          label={names[section]}
          defaultChecked={sections.includes(section)}
        />
      ))}
    </CheckGroup>
  )
}

export function sectionsIn(form: FormData): PublicSection[] {
  return form.getAll('publicSections') as PublicSection[]
}
