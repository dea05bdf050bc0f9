import { useQuery } from '@tanstack/react-query'
import { projectsQuery, sandboxProjectsQuery, sandboxQuery } from '../../queries.ts'

/** The projects of the place where the credential will work. */
export function ProjectOptions({ mode }: { mode: 'live' | 'test' }) {
  const live = useQuery({ ...projectsQuery(false), enabled: mode === 'live' }).data
  const sandbox = useQuery({ ...sandboxQuery, enabled: mode === 'test' }).data?.sandbox
  const trial = useQuery({ ...sandboxProjectsQuery(sandbox?.slug ?? ''), enabled: Boolean(sandbox) }).data
  const projects = mode === 'live' ? live : trial
  return (
    <>
      <option value="">{mode === 'live' ? 'Every project that you see' : 'All of the sandbox'}</option>
      {projects?.map(({ id, name }) => (
        <option key={id} value={id}>
          Only {name}
        </option>
      ))}
    </>
  )
}
