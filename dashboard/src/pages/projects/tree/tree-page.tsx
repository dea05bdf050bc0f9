import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ProjectWithStats } from '../../../client.ts'
import { treeQuery } from '../../../queries.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { Trouble } from '../../../ui/trouble.tsx'
import { useProject } from '../this-project.ts'
import { AddLine } from './add-line.tsx'
import { type Branch, type Step, type Tree, passed, siblingsOf } from './tree.ts'
import { useStep } from './tree-changes.ts'
import { EpicBranch, LooseTasks } from './tree-branches.tsx'

/** What a project is made of: epics, their stories, their tasks, and how far each of them is. */
export function TreePage() {
  const project = useProject()
  const { data: tree, error, refetch } = useQuery(treeQuery(project.slug))
  if (!tree && error) return <Trouble error={error} onRetry={() => void refetch()} />
  if (!tree) return <Loading what="the tree" />
  return <TreeOf tree={tree} project={project} />
}

function TreeOf({ tree, project }: { tree: Tree; project: ProjectWithStats }) {
  const mayEdit = tree.may.edit && !project.archivedAt
  const { element, said, step } = useSteps(tree)
  const bare = tree.epics.length === 0 && tree.tasks.length === 0
  return (
    <div ref={element} onKeyDown={walk} className="px-2 py-3 md:px-4">
      <title>{`${project.name} · Baton`}</title>
      <p id="tree-help" hidden>
        Arrow keys go from line to line. Left and right close and open. Alt with up or down moves it.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {tree.epics.length === 0 && (
        <Empty
          title={bare ? 'Nothing grows here yet' : 'No epics yet'}
          text="An epic is something big: a release, a part of the product. Stories say what somebody gets from it, and tasks are the work."
        />
      )}
      <ul aria-label="Epics" className="flex flex-col gap-3">
        {tree.epics.map((epic) => (
          <EpicBranch key={epic.id} tree={tree} epic={epic} mayEdit={mayEdit} onStep={step} />
        ))}
      </ul>
      {mayEdit && (
        <div className="mt-2">
          <AddLine slug={tree.project} below={{ kind: 'project' }} label="Add an epic" />
        </div>
      )}
      {(tree.tasks.length > 0 || mayEdit) && <LooseTasks tree={tree} mayEdit={mayEdit} onStep={step} />}
    </div>
  )
}

/** Moves an item by one place, keeps the focus on it, and says where it is now. */
function useSteps(tree: Tree) {
  const move = useStep(tree.project)
  const element = useRef<HTMLDivElement>(null)
  const moved = useRef<string | null>(null)
  const [said, setSaid] = useState('')
  // Whoever moves a line on is left without the focus when the page moves it.
  useLayoutEffect(() => {
    if (moved.current && document.activeElement === document.body) focusLine(element.current!, moved.current)
  })

  function step(branch: Branch, way: Step): void {
    const past = passed(tree, branch, way)
    if (past === undefined) return
    const { key } = branch.item
    const siblings = siblingsOf(tree, branch).map((each) => each.key)
    moved.current = key
    move.mutate(
      { branch, step: way, past },
      {
        onSettled: () => {
          moved.current = null
        },
      },
    )
    setSaid(`${key} is ${siblings.indexOf(past) + 1} of ${siblings.length} now.`)
  }
  return { element, said, step }
}

function focusLine(tree: HTMLElement, key: string): void {
  tree.querySelector<HTMLElement>(`[data-line="${CSS.escape(key)}"] [data-focus]`)?.focus()
}

/** From line to line, as they are seen. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const target = event.target as HTMLElement
  if (!way || event.altKey || !target.matches('[data-focus], [data-focus] *')) return
  event.preventDefault()
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-focus]')]
  lines[lines.indexOf(target.closest<HTMLElement>('[data-focus]')!) + way]?.focus()
}
