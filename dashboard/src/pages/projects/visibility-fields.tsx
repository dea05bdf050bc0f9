import { useState } from 'react'
import type { OutputOf, Project } from '../../client.ts'
import { SelectField, type SelectOption } from '../../ui/select.tsx'

export type Visibility = Project['visibility']
export type PublicSection = Project['publicSections'][number]

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
      'Members work in it. Whoever has its public address sees its name, what it is about, and what is chosen below.',
  },
]

interface VisibilityFieldsProps {
  /** Those that it can be put into. */
  teams: OutputOf<'teams.list'>['items']
  visibility: Visibility
  team: string | null
  /** What everybody sees of it, if it is public. A new one shows its numbers. */
  sections?: readonly PublicSection[]
  errorOf: (field: string) => string | undefined
}

/** Who sees a project, and which team it belongs to: in a form, as `visibility` and `team`. */
export function VisibilityFields({ teams, visibility, team, sections, errorOf }: VisibilityFieldsProps) {
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
      {chosen === 'public' && <SectionFields sections={sections} error={errorOf('publicSections')} />}
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

const sectionNames: Record<PublicSection, string> = {
  overview: 'Numbers: how many tasks there are, by status',
  tasks: 'Tasks: their titles, status, priority, labels and dates',
  epics: 'Epics, with how far they are',
  features: 'Features, with the gates they have passed',
}

interface SectionFieldsProps {
  sections: readonly PublicSection[] | undefined
  error: string | undefined
}

/** What of it everybody sees: in the form as `publicSections`, once for each. */
function SectionFields({ sections = ['overview'], error }: SectionFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium">What everybody sees of it</legend>
      {(Object.entries(sectionNames) as [PublicSection, string][]).map(([section, name]) => (
        <label key={section} className="flex items-start gap-2">
          <input
            type="checkbox"
            name="publicSections"
            value={section}
            defaultChecked={sections.includes(section)}
            className="mt-0.5 size-4 shrink-0 accent-(--color-accent)"
          />
          {name}
        </label>
      ))}
      <p className={`text-[13px] ${error ? 'text-danger' : 'text-muted'}`}>
        {error ??
          'Its name, what it is about and who made it are shown in any case; other people, comments and longer texts never.'}
      </p>
    </fieldset>
  )
}

export function sectionsIn(form: FormData): PublicSection[] {
  return form.getAll('publicSections') as PublicSection[]
}
