import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { ProjectWithStats } from '../../../client.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { MoreButton } from '../../../ui/paged-list.tsx'
import { texts as uiTexts } from '../../../ui/texts.ts'
import { useTaskMenu } from '../../tasks/use-task-menu.tsx'
import { canAddTo, useProject } from '../this-project.ts'
import { AddLine } from './add-line.tsx'
import { type TreeNode, levelQuery, nodesOf } from './levels.ts'
import { texts } from './texts.ts'
import { type Branch, type Step, neighborOf } from './tree.ts'
import { useStep } from './tree-changes.ts'
import { EpicBranch, LooseTasks } from './tree-branches.tsx'

const { addLine, treePage } = texts

/** Above this number of tasks, stories start collapsed. */
const maxExpandedTasks = 150

/** The epics, stories and tasks of a project as a tree with their progress. */
export function TreePage() {
  const project = useProject()
  const list = useInfiniteQuery(levelQuery(project.slug))
  return (
    <Loaded query={list} noun={treePage.noun}>
      {(data) => <TreeView nodes={nodesOf(data)} list={list} project={project} />}
    </Loaded>
  )
}

interface TreeViewProps {
  /** The loaded items of the top level: epics, then tasks without a story. */
  nodes: TreeNode[]
  list: UseInfiniteQueryResult
  project: ProjectWithStats
}

function TreeView({ nodes, list, project }: TreeViewProps) {
  const { slug } = project
  const canEdit = canAddTo(project)
  const { element, announcement, step } = useSteps(slug)
  const { openMenu, menus } = useTaskMenu({ slug })
  const epics = nodes.filter((node) => node.kind === 'epic')
  const tasks = nodes.filter((node) => node.kind === 'task')
  // The next page continues the last kind that is shown.
  const hasMoreEpics = list.hasNextPage && tasks.length === 0
  // Epics of a later page, which can include their stories, start like those above them.
  const startsOpen = epics.every(({ children }) => children !== null)
  const isSmall = project.stats.total <= maxExpandedTasks
  const treeProps = { slug, canEdit, onStep: step }
  return (
    <div
      ref={element}
      onKeyDown={moveFocus}
      onContextMenu={(event) => {
        const line = (event.target as HTMLElement).closest<HTMLElement>('[data-line]')
        if (!line) return
        if (line.querySelector('[data-task-link]')) return openMenu(event, line.dataset.line!)
        // The menu of an epic or story is at its row.
        const button = line.querySelector<HTMLElement>('[aria-haspopup=menu]')
        if (button) event.preventDefault()
        button?.click()
      }}
      className="px-2 py-3 md:px-4"
    >
      <title>{`${project.name} · Baton`}</title>
      <p id="tree-help" hidden>
        {treePage.help}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {epics.length === 0 && <Empty {...treePage.empty} />}
      <ul aria-label={treePage.label} className="flex flex-col gap-3">
        {epics.map((epic) => (
          <EpicBranch key={epic.id} {...treeProps} {...{ epic, isSmall, startsOpen }} siblings={epics} />
        ))}
      </ul>
      {hasMoreEpics && <MoreButton list={list} label={uiTexts.showMore} />}
      {canEdit && (
        <div className="mt-2">
          <AddLine slug={slug} parent={{ kind: 'project' }} label={addLine.epic} />
        </div>
      )}
      {!hasMoreEpics && (tasks.length > 0 || canEdit) && (
        <LooseTasks {...treeProps} tasks={tasks} list={list} />
      )}
      {menus}
    </div>
  )
}

/** Moves an item by one place, keeps the focus on it, and announces its new position. */
function useSteps(slug: string) {
  const move = useStep(slug)
  const element = useRef<HTMLDivElement>(null)
  const moved = useRef<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // Moving a row in the DOM drops its focus. Set it again.
  useLayoutEffect(() => {
    if (moved.current && document.activeElement === document.body) focusLine(element.current!, moved.current)
  })

  function step(branch: Branch, direction: Step): void {
    const past = neighborOf(branch, direction)
    if (past === undefined) return
    const { key } = branch.item
    // The parent counts children that are not loaded too.
    const childCount = parentOf(branch)?.childCount ?? 0
    const siblings = branch.siblings.map((each) => each.key)
    moved.current = key
    move.mutate(
      { branch, step: direction, past },
      {
        onSettled: () => {
          moved.current = null
        },
      },
    )
    setAnnouncement(treePage.moved(key, siblings.indexOf(past) + 1, Math.max(siblings.length, childCount)))
  }
  return { element, announcement, step }
}

function parentOf(branch: Branch) {
  if (branch.kind === 'epic') return null
  return branch.kind === 'story' ? branch.epic : branch.story
}

function focusLine(tree: HTMLElement, key: string): void {
  tree.querySelector<HTMLElement>(`[data-line="${CSS.escape(key)}"] [data-focus]`)?.focus()
}

/** Moves the focus to the previous or next visible row. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const target = event.target as HTMLElement
  if (!direction || event.altKey || !target.matches('[data-focus], [data-focus] *')) return
  event.preventDefault()
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-focus]')]
  lines[lines.indexOf(target.closest<HTMLElement>('[data-focus]')!) + direction]?.focus()
}
