import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectsQuery } from '../../queries.ts'
import { useRead } from '../../read.ts'
import { texts } from './texts.ts'

export function TeamProjects({ team }: { team: string }) {
  const id = useRead('teams.get', { team }).data?.id
  const projects = useQuery(projectsQuery(false)).data?.filter(({ teamId }) => teamId === id) ?? []
  return (
    <section aria-labelledby="team-projects">
      <h2 id="team-projects" className="mb-2 text-xs font-semibold text-muted">
        {texts.projects.title}
      </h2>
      {projects.length === 0 && <p className="text-[13px] text-muted">{texts.projects.empty}</p>}
      <ul className="flex flex-col gap-1">
        {projects.map(({ slug, name, key }) => (
          <li key={slug}>
            <Link
              to="/projects/$slug"
              params={{ slug }}
              className="flex gap-2 rounded-md py-0.5 text-[13px] hover:underline"
            >
              <span className="min-w-0 grow truncate">{name}</span>
              <span className="font-mono text-[11px] text-muted">{key}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
