import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link as RouterLink } from '@tanstack/react-router'
import { XIcon } from 'lucide-react'
import { useId, useState } from 'react'
import type { OpenedTask } from '../../../client.ts'
import { read } from '../../../read.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Select } from '../../../ui/select.tsx'
import { IconFact } from '../icon-select.tsx'
import { isOpen, statusNames } from '../names.ts'
import { StatusIcon } from '../status-icon.tsx'
import { loadedTasks } from '../task-cache.ts'
import { PanelSection } from './panel-section.tsx'
import { type Link, type LinkKind, linkNames, useAddLink, useRemoveLink } from './links.ts'
import { useTaskLink } from './task-view.ts'
import { texts } from './texts.ts'

const { taskLinks } = texts

const kinds = Object.keys(linkNames) as LinkKind[]

/** The links of a task to others, grouped by relation, and a form to add one. */
export function TaskLinks({ task, slug }: { task: OpenedTask; slug: string }) {
  const links = task.dependencies
  if (!links || (links.length === 0 && !task.may.edit)) return null
  return (
    <PanelSection title={taskLinks.title}>
      {kinds.map((kind) => (
        <LinksOfKind
          key={kind}
          kind={kind}
          links={links.filter((link) => link.kind === kind)}
          task={task}
          slug={slug}
        />
      ))}
      {task.may.edit && <AddLink task={task} slug={slug} />}
    </PanelSection>
  )
}

interface LinksOfKindProps {
  kind: LinkKind
  links: Link[]
  task: OpenedTask
  slug: string
}

function LinksOfKind({ kind, links, task, slug }: LinksOfKindProps) {
  const remove = useRemoveLink(slug, task.key)
  const linkTo = useTaskLink(slug)
  const titleId = useId()
  if (links.length === 0) return null
  return (
    <div className="mb-2">
      <h3 id={titleId} className="text-[13px] text-muted">
        {linkNames[kind]}
      </h3>
      <ul aria-labelledby={titleId}>
        {links.map(({ task: other }) => (
          <li key={other.id} className="flex min-h-8 items-center gap-1.5">
            <IconFact name={statusNames[other.status]} icon={<StatusIcon status={other.status} />} />
            <RouterLink
              {...linkTo(other)}
              className={`flex min-w-0 grow items-baseline gap-1.5 hover:underline ${isOpen(other.status) ? '' : 'text-muted'}`}
            >
              <span className="shrink-0 font-mono text-xs text-muted">{other.key}</span>
              <span className="truncate">{other.title}</span>
            </RouterLink>
            {task.may.edit && (
              <IconButton
                label={taskLinks.unlink(other.key)}
                onClick={() => remove.mutate({ kind, task: other })}
              >
                <XIcon />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function AddLink({ task, slug }: { task: OpenedTask; slug: string }) {
  const [kind, setKind] = useState<LinkKind>('blocked_by')
  const [typed, setTyped] = useState('')
  const [rejection, setRejection] = useState<string>()
  const add = useAddLink(slug, task.key, setRejection)
  const candidates = useTaskCandidates(slug, typed).filter(({ id }) => id !== task.id)
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <Select
          label={taskLinks.relation}
          options={kinds.map((value) => ({ value, name: linkNames[value] }))}
          value={kind}
          onChange={setKind}
        />
        <div className="min-w-0 grow basis-40">
          <Combobox
            aria-label={taskLinks.task}
            placeholder={taskLinks.placeholder}
            options={candidates.map(({ key, title }) => ({ value: key, label: title, detail: key }))}
            value={null}
            onType={setTyped}
            onChange={(key) => {
              const other = candidates.find((each) => each.key === key)
              if (!other) return
              setTyped('')
              setRejection(undefined)
              add.mutate({ kind, task: other })
            }}
          />
        </div>
      </div>
      {rejection && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-[13px] text-danger">
          {rejection}
        </p>
      )}
    </div>
  )
}

/** Returns the loaded tasks of this project and the server's search results from all projects. */
function useTaskCandidates(slug: string, typed: string): Link['task'][] {
  const cache = useQueryClient()
  const search = typed.trim()
  const candidates = useQuery({
    ...read('tasks.list', { search, limit: 20 }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const all = [...loadedTasks(cache, slug), ...(candidates.data?.items ?? [])].filter(({ key }) => key !== '')
  return [...new Map(all.map((task) => [task.id, task])).values()]
}
