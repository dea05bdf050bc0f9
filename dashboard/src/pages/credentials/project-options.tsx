import { useQuery } from '@tanstack/react-query'
import { projectsQuery, sandboxQuery } from '../../queries.ts'
import { texts } from './texts.ts'

/** Lists the projects that the credential can reach in its mode. */
export function ProjectOptions({ mode }: { mode: 'live' | 'test' }) {
  const live = useQuery({ ...projectsQuery(false), enabled: mode === 'live' }).data
  const sandbox = useQuery({ ...sandboxQuery, enabled: mode === 'test' }).data?.sandbox
  const trial = useQuery({ ...projectsQuery(false, sandbox?.slug ?? ''), enabled: Boolean(sandbox) }).data
  const projects = mode === 'live' ? live : trial
  const { allProjects, wholeSandbox, onlyProject } = texts.credentialFields
  return (
    <>
      <option value="">{mode === 'live' ? allProjects : wholeSandbox}</option>
      {projects?.map(({ id, name }) => (
        <option key={id} value={id}>
          {onlyProject(name)}
        </option>
      ))}
    </>
  )
}
