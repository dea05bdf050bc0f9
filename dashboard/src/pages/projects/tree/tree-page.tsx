import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ProjectWithStats } from '../../../client.ts'
import { useRead } from '../../../read.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useTaskMenu } from '../../tasks/use-task-menu.tsx'
import { useProject } from '../this-project.ts'
import { AddLine } from './add-line.tsx'
import { texts } from './texts.ts'
import { type Branch, type Step, type Tree, neighborOf, siblingsOf } from './tree.ts'
import { useStep } from './tree-changes.ts'
import { EpicBranch, LooseTasks } from './tree-branches.tsx'

const { addLine, treePage } = texts

/** The epics, stories and tasks of a project as a tree with their progress. */
export function TreePage() {
  const project = useProject()
  return (
    <Loaded query={useRead('projects.tree', { project: project.slug })} noun={treePage.noun}>
      {(tree) => <TreeView tree={tree} project={project} />}
    </Loaded>
  )
}

function TreeView({ tree, project }: { tree: Tree; project: ProjectWithStats }) {
  const canEdit = tree.may.edit && !project.archivedAt
  const { element, announcement, step } = useSteps(tree)
  const { openMenu, menus } = useTaskMenu({ slug: tree.project })
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
      {tree.epics.length === 0 && <Empty {...treePage.empty} />}
      <ul aria-label={treePage.label} className="flex flex-col gap-3">
        {tree.epics.map((epic) => (
          <EpicBranch key={epic.id} tree={tree} epic={epic} canEdit={canEdit} onStep={step} />
        ))}
      </ul>
      {canEdit && (
        <div className="mt-2">
          <AddLine slug={tree.project} parent={{ kind: 'project' }} label={addLine.epic} />
        </div>
      )}
      {(tree.tasks.length > 0 || canEdit) && <LooseTasks tree={tree} canEdit={canEdit} onStep={step} />}
      {menus}
    </div>
  )
}

/** Moves an item by one place, keeps the focus on it, and announces its new position. */
function useSteps(tree: Tree) {
  const move = useStep(tree.project)
  const element = useRef<HTMLDivElement>(null)
  const moved = useRef<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // Moving a row in the DOM drops its focus. Set it again.
  useLayoutEffect(() => {
    if (moved.current && document.activeElement === document.body) focusLine(element.current!, moved.current)
  })

  function step(branch: Branch, direction: Step): void {
    const past = neighborOf(tree, branch, direction)
    if (past === undefined) return
    const { key } = branch.item
    const siblings = siblingsOf(tree, branch).map((each) => each.key)
    moved.current = key
    move.mutate(
      { branch, step: direction, past },
      {
        onSettled: () => {
          moved.current = null
        },
      },
    )
    setAnnouncement(treePage.moved(key, siblings.indexOf(past) + 1, siblings.length))
  }
  return { element, announcement, step }
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
