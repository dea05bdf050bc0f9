import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectsQuery } from '../../queries.ts'
import { Select, SelectField } from '../../ui/select.tsx'

interface ProjectFilterProps {
  /** What it is called to choose none. */
  all: string
  /** What else can be chosen besides projects. */
  others?: { value: string; name: string }[]
  value: string | undefined
  onChange: (slug: string | undefined) => void
}

const every = ''

/** Of which project what is shown is. */
export function ProjectFilter({ all, others = [], value = every, onChange }: ProjectFilterProps) {
  const projects = useQuery(projectsQuery(false)).data ?? []
  return (
    <Select
      label="Of which project"
      options={[
        { value: every, name: all },
        ...others,
        ...projects.map(({ slug, name }) => ({ value: slug, name })),
      ]}
      value={value}
      onChange={(slug) => onChange(slug || undefined)}
    />
  )
}

interface ProjectFieldProps {
  /** What it means that something belongs to no project; without it, it must belong to one. */
  none?: string
  value: string
  error?: string | undefined
  onChange: (slug: string) => void
}

/** Into which project something goes: one that whoever looks may change. */
export function ProjectField({ none, value, error, onChange }: ProjectFieldProps) {
  const projects = useQuery(projectsQuery(false)).data
  if (!projects) return null
  const options = projects
    .filter(({ slug, may }) => may.edit || slug === value)
    .map(({ slug, name }) => ({ value: slug, name }))
  return (
    <SelectField
      label="Project"
      name="project"
      options={[
        ...(none === undefined ? [{ value: '', name: 'Choose one' }] : [{ value: '', name: none }]),
        ...options,
      ]}
      defaultValue={value}
      error={error}
      onChange={onChange}
    />
  )
}

/** The project that something belongs to, in a list or beside it. */
export function ProjectName({ project }: { project: { slug: string; name: string } }) {
  return (
    <Link to="/projects/$slug/overview" params={{ slug: project.slug }} className="hover:underline">
      {project.name}
    </Link>
  )
}
