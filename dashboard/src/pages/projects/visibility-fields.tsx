import { useState } from 'react'
import type { OutputOf, Project } from '../../client.ts'
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
  errorOf: (field: string) => string | undefined
}

/** The form fields `visibility`, `publicSections` and `team` of a project. */
export function VisibilityFields({ teams, visibility, team, sections, errorOf }: VisibilityFieldsProps) {
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
        error={errorOf('visibility')}
        onChange={setSelected}
      />
      {selected === 'public' && <SectionFields sections={sections} error={errorOf('publicSections')} />}
      {teams.length > 0 && (
        <SelectField
          label={selected === 'team' ? visibilityFields.team : visibilityFields.teamOptional}
          name="team"
          options={[none, ...teams.map(({ id, name }) => ({ value: id, name }))]}
          defaultValue={team ?? ''}
          error={errorOf('team')}
        />
      )}
    </>
  )
}

const publicSections: PublicSection[] = ['overview', 'tasks', 'epics', 'features']

interface SectionFieldsProps {
  sections: readonly PublicSection[] | undefined
  error: string | undefined
}

/** The sections that are public: one form value `publicSections` per checked box. */
function SectionFields({ sections = ['overview'], error }: SectionFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium">{visibilityFields.sections.label}</legend>
      {publicSections.map((section) => (
        <label key={section} className="flex items-start gap-2">
          <input
            type="checkbox"
            name="publicSections"
            value={section}
            defaultChecked={sections.includes(section)}
            className="mt-0.5 size-4 shrink-0 accent-(--color-accent)"
          />
          {visibilityFields.sections[section]}
        </label>
      ))}
      <p className={`text-[13px] ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? visibilityFields.sections.hint}
      </p>
    </fieldset>
  )
}

export function sectionsIn(form: FormData): PublicSection[] {
  return form.getAll('publicSections') as PublicSection[]
}
