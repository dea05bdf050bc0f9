import { useQuery } from '@tanstack/react-query'
import { read } from '../../read.ts'
import { Select } from '../../ui/select.tsx'
import { useProjectNames } from '../projects/project-names.ts'
import type { Scope } from './shapes.ts'
import { texts } from './texts.ts'

interface ScopeSelectProps {
  scope: Scope
  /** The repository of the open page, which is offered besides the projects. */
  repo: string | undefined
  onChange: (scope: Scope) => void
}

const everything = ''

/** Selects what a new conversation is about. */
export function ScopeSelect({ scope, repo, onChange }: ScopeSelectProps) {
  const projects = useProjectNames()
  const opened = useQuery({ ...read('repos.get', { repo: repo ?? '' }), enabled: repo !== undefined }).data
  const value = scope.repo ? `repo ${scope.repo}` : scope.project ? `project ${scope.project}` : everything
  return (
    <label className="flex min-w-0 items-center gap-2 text-[13px] text-muted">
      {texts.start.about}
      <Select
        label={texts.start.about}
        options={[
          { value: everything, name: texts.start.everything },
          ...(repo ? [{ value: `repo ${repo}`, name: opened?.name ?? texts.start.repo }] : []),
          ...Object.entries(projects).map(([slug, name]) => ({ value: `project ${slug}`, name })),
        ]}
        value={value}
        onChange={(chosen) => {
          const [kind, id] = chosen.split(' ')
          onChange(kind === 'repo' ? { repo: id } : kind === 'project' ? { project: id } : {})
        }}
      />
    </label>
  )
}
