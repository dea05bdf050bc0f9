import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from '../../read.ts'
import { Choice } from '../../ui/choice.tsx'
import { write } from '../../write.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { ProjectField } from '../knowledge/project-choice.tsx'
import { useNewDocument } from '../knowledge/use-new-document.ts'
import { DecisionFields } from './decision-fields.tsx'
import { type Decision, statusNames } from './queries.ts'
import { texts } from './texts.ts'

const statuses = { proposed: statusNames.proposed, accepted: statusNames.accepted }

export function LogDecisionPage() {
  const { logPage } = texts
  const { of = '', supersedes } = useSearch({ from: '/shell/decisions/new' })
  const old = useQuery({
    ...read('decisions.get', { decision: supersedes ?? '' }),
    enabled: supersedes !== undefined,
  }).data
  // Only an accepted decision can supersede another one.
  const status: 'proposed' | 'accepted' = supersedes ? 'accepted' : 'proposed'
  const edits = useNewDocument(
    'decision',
    {
      project: of,
      title: '',
      context: '',
      rationale: '',
      alternatives: [] as Decision['alternatives'],
      tags: [] as string[],
      status,
    },
    async ({ project, ...rest }) => {
      const { key } = await write('decisions.log', {
        ...rest,
        ...(project && { project }),
        ...(supersedes && { supersedes }),
      })
      return key
    },
  )
  return (
    <EditorFrame kind="decision" title={logPage.title} action={logPage.log} edits={edits}>
      {supersedes && (
        <p className="rounded-md bg-accent-soft px-3 py-2">{logPage.supersedes(supersedes, old?.title)}</p>
      )}
      <div className="flex flex-wrap items-end gap-4">
        <div className="grow basis-60 sm:max-w-96">
          <ProjectField
            none={logPage.noProject}
            value={of}
            error={edits.form.errorOf('project')}
            onChange={(project) => edits.edit({ project })}
          />
        </div>
        {!supersedes && (
          <Choice
            label={logPage.status}
            value={edits.shown.status}
            names={statuses}
            onChange={(chosen) => edits.edit({ status: chosen })}
          />
        )}
      </div>
      <DecisionFields edits={edits} />
    </EditorFrame>
  )
}
