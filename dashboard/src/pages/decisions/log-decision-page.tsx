import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { call } from '../../client.ts'
import { decisionKeys } from '../../live/refresh-changed.ts'
import { Choice } from '../../ui/choice.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { ProjectField } from '../knowledge/project-choice.tsx'
import { DecisionFields } from './decision-fields.tsx'
import { type Decision, decisionQuery } from './queries.ts'

const statuses = { proposed: 'It is proposed', accepted: 'It is decided' }

export function LogDecisionPage() {
  const { of = '', supersedes } = useSearch({ from: '/shell/decisions/new' })
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const old = useQuery({ ...decisionQuery(supersedes ?? ''), enabled: supersedes !== undefined }).data
  // What is to hold in place of another is decided.
  const status: 'proposed' | 'accepted' = supersedes ? 'accepted' : 'proposed'
  const empty = useMemo(
    () => ({
      ...{ project: of, title: '', context: '', rationale: '' },
      ...{ alternatives: [] as Decision['alternatives'], tags: [] as string[] },
      status,
    }),
    [of, status],
  )
  const edits = useEdits(empty, {
    fields: ['project', 'title', 'context', 'rationale', 'alternatives', 'tags', 'status'],
    save: async (set) => {
      const { project, ...rest } = { ...empty, ...set }
      const { key } = await call('decisions.log', {
        ...rest,
        ...(project && { project }),
        ...(supersedes && { supersedes }),
      })
      void Promise.all(decisionKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
      await navigate({ to: '/decisions/$decision', params: { decision: key }, replace: true })
    },
    refresh: () => Promise.resolve(),
  })
  return (
    <EditorFrame
      ref={form}
      title="Log a decision"
      what="The decision"
      action="Log it"
      edits={edits}
      versions={[]}
      onClose={() => void navigate({ to: '/decisions' })}
    >
      {supersedes && (
        <p className="rounded-md bg-accent-soft px-3 py-2">
          It will hold in place of {supersedes}
          {old && `, “${old.title}”`}.
        </p>
      )}
      <div className="flex flex-wrap items-end gap-4">
        <div className="grow basis-60 sm:max-w-96">
          <ProjectField
            none="None: it is the whole organization's"
            value={of}
            error={edits.form.errorOf('project')}
            onChange={(project) => edits.edit({ project })}
          />
        </div>
        {!supersedes && (
          <Choice
            label="Where it stands"
            value={edits.shown.status}
            names={statuses}
            onChange={(chosen) => edits.edit({ status: chosen })}
          />
        )}
      </div>
      <DecisionFields edits={edits} onSave={() => form.current?.requestSubmit()} />
    </EditorFrame>
  )
}
