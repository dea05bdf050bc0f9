import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '../../queries.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SelectField } from '../../ui/select.tsx'
import { NameLink } from '../../ui/links.tsx'
import { texts } from './texts.ts'

interface ProjectFilterProps {
  /** The name of the option without a filter. */
  all: string
  /** Options besides the projects. */
  others?: { value: string; name: string }[]
  value: string | undefined
  onChange: (slug: string | undefined) => void
}

/** Filters a list by project. */
export function ProjectFilter({ all, others = [], value, onChange }: ProjectFilterProps) {
  const projects = useQuery(projectsQuery(false)).data ?? []
  return (
    <FilterSelect
      label={texts.projectFilter.label}
      all={all}
      options={[...others, ...projects.map(({ slug, name }) => ({ value: slug, name }))]}
      value={value}
      onChange={onChange}
    />
  )
}

interface ProjectFieldProps {
  /** The name of the option for no project. Without it, a project is required. */
  none?: string
  value: string
  error?: string | undefined
  onChange: (slug: string) => void
}

/** Selects a project that the user can edit. */
export function ProjectField({ none, value, error, onChange }: ProjectFieldProps) {
  const projects = useQuery(projectsQuery(false)).data
  if (!projects) return null
  const options = projects
    .filter(({ slug, may }) => may.edit || slug === value)
    .map(({ slug, name }) => ({ value: slug, name }))
  return (
    <SelectField
      label={texts.projectField.label}
      name="project"
      options={[{ value: '', name: none ?? texts.projectField.choose }, ...options]}
      defaultValue={value}
      error={error}
      onChange={onChange}
    />
  )
}

/** A link to a project. */
export function ProjectName({ project }: { project: { slug: string; name: string } }) {
  return (
    <NameLink to="/projects/$slug/overview" params={{ slug: project.slug }}>
      {project.name}
    </NameLink>
  )
}
