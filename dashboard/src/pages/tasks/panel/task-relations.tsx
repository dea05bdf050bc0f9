import { Link, type LinkProps } from '@tanstack/react-router'
import { GitCommitHorizontalIcon, GitPullRequestIcon } from 'lucide-react'
import type { OutputOf, Task } from '../../../client.ts'
import { useRead } from '../../../read.ts'
import { PanelSection } from './panel-section.tsx'
import { texts } from './texts.ts'

type Relations = OutputOf<'tasks.getRelations'>

const { taskRelations } = texts

/** The plan, documents and code that a task belongs to. */
export function TaskRelations({ task, slug }: { task: Task; slug: string }) {
  const relations = useRead('tasks.getRelations', { task: task.key }).data
  if (!relations) return null
  const links = linksOf(relations, slug)
  return (
    <>
      {links.length > 0 && (
        <PanelSection title={taskRelations.title}>
          <ul aria-label={taskRelations.title} className="flex flex-col">
            {links.map(({ kind, id, title, status, link }) => (
              <li key={id} className="grid min-h-8 grid-cols-[5.5rem_1fr_auto] items-center gap-x-2">
                <span className="text-[13px] text-muted">{kind}</span>
                <Link {...link} className="flex min-w-0 items-baseline gap-1.5 hover:underline">
                  <span className="shrink-0 font-mono text-xs text-muted">{id}</span>
                  <span className="truncate">{title}</span>
                </Link>
                {status && <span className="text-[13px] text-muted">{status}</span>}
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
      <Code relations={relations} />
    </>
  )
}

interface Relation {
  kind: string
  /** The key of the item. */
  id: string
  title: string
  status?: string
  link: LinkProps
}

function linksOf({ story, epic, feature, specs, decisions }: Relations, slug: string): Relation[] {
  const { kinds } = taskRelations
  const inTree: LinkProps = { to: '/projects/$slug/tree', params: { slug } }
  const inPlan = (kind: string, item: Relations['story'], link: LinkProps): Relation[] =>
    item ? [{ kind, id: item.key, title: item.title, link }] : []
  return [
    ...inPlan(kinds.epic, epic, inTree),
    ...inPlan(kinds.story, story, inTree),
    ...inPlan(kinds.feature, feature, {
      to: '/projects/$slug/features/$feature',
      params: { slug, feature: feature?.key ?? '' },
    }),
    ...specs.map(({ key, title, status }) => ({
      kind: kinds.spec,
      id: key,
      title,
      status: taskRelations.status(status),
      link: { to: '/specs/$spec', params: { spec: key } } as LinkProps,
    })),
    ...decisions.map(({ key, title, status }) => ({
      kind: kinds.decision,
      id: key,
      title,
      status: taskRelations.status(status),
      link: { to: '/decisions/$decision', params: { decision: key } } as LinkProps,
    })),
  ]
}

/** The commits and pull requests of the feature. */
function Code({ relations: { code, feature } }: { relations: Relations }) {
  if (code.length === 0 || !feature) return null
  const title = taskRelations.code(feature.key)
  return (
    <PanelSection title={title}>
      <ul aria-label={title} className="flex flex-col">
        {code.map(({ id, kind, title: name, reference, status }) => (
          <li key={id} className="flex min-h-8 items-center gap-2">
            <span role="img" aria-label={taskRelations.codeKinds[kind]} className="flex text-muted">
              {kind === 'commit' ? <GitCommitHorizontalIcon /> : <GitPullRequestIcon />}
            </span>
            <CodeName name={name} reference={reference} />
            <span className="text-[13px] text-muted">{taskRelations.status(status)}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

/** Links HTTP URLs only. The reference is user input, so other schemes must not become links. */
function CodeName({ name, reference }: { name: string; reference: string | null }) {
  const className = 'min-w-0 grow truncate'
  if (!reference || !/^https?:\/\//.test(reference)) return <span className={className}>{name}</span>
  return (
    <a href={reference} target="_blank" rel="noreferrer" className={`${className} hover:underline`}>
      {name}
    </a>
  )
}
