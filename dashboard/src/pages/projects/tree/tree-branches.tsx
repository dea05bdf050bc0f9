import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../../../ui/loaded.tsx'
import { MoreButton } from '../../../ui/paged-list.tsx'
import { card } from '../../../ui/section.tsx'
import { texts as uiTexts } from '../../../ui/texts.ts'
import { AddLine } from './add-line.tsx'
import {
  type TreeEpic,
  type TreeGroup,
  type TreeNode,
  type TreeStory,
  type TreeTask,
  levelQuery,
  nodesOf,
} from './levels.ts'
import { texts } from './texts.ts'
import type { Branch } from './tree.ts'
import type { Parent } from './tree-changes.ts'
import { Chevron, GroupLine, TaskLine, type TreeProps } from './tree-lines.tsx'

const { addLine, branches } = texts

interface BranchesProps extends TreeProps {
  /** Whether stories start expanded, in a project with few tasks. */
  isSmall: boolean
}

interface EpicBranchProps extends BranchesProps {
  epic: TreeEpic
  startsOpen: boolean
  siblings: TreeEpic[]
}

export function EpicBranch({ epic, startsOpen, siblings, ...branchesProps }: EpicBranchProps) {
  const { isSmall: _, ...treeProps } = branchesProps
  const [open, setOpen] = useState(startsOpen)
  const adding = useAdding(setOpen)
  const branch: Branch = { kind: 'epic', item: epic, siblings }
  return (
    <li className={card}>
      <GroupLine {...{ ...treeProps, branch, open, setOpen }} className="font-medium" onAdd={adding.start} />
      {open && (
        <div className="border-t px-1.5 py-1 md:pl-5">
          <Children group={epic} slug={treeProps.slug} noun={branches.storyNoun}>
            {(nodes) => {
              const stories = nodes.filter((node) => node.kind === 'story')
              return (
                <ul aria-label={branches.stories(epic.title)}>
                  {stories.map((story) => (
                    <StoryBranch
                      key={story.id}
                      {...branchesProps}
                      story={story}
                      epic={epic}
                      siblings={stories}
                    />
                  ))}
                </ul>
              )
            }}
          </Children>
          <Adding {...treeProps} {...adding} parent={{ kind: 'epic', key: epic.key }} label={addLine.story} />
        </div>
      )}
    </li>
  )
}

interface StoryBranchProps extends BranchesProps {
  story: TreeStory
  epic: TreeEpic
  siblings: TreeStory[]
}

function StoryBranch({ story, epic, siblings, isSmall, ...treeProps }: StoryBranchProps) {
  const [open, setOpen] = useState(isSmall && story.children !== null)
  const adding = useAdding(setOpen)
  const branch: Branch = { kind: 'story', item: story, epic, siblings }
  return (
    <li>
      <GroupLine {...{ ...treeProps, branch, open, setOpen }} className="" onAdd={adding.start} />
      {open && (
        <div className="md:pl-6">
          <Children group={story} slug={treeProps.slug} noun={branches.taskNoun}>
            {(nodes) => (
              <Tasks
                {...treeProps}
                label={branches.tasks(story.title)}
                tasks={nodes.filter((node) => node.kind === 'task')}
                story={story}
              />
            )}
          </Children>
          <Adding
            {...treeProps}
            {...adding}
            parent={{ kind: 'story', key: story.key }}
            label={addLine.task}
          />
        </div>
      )}
    </li>
  )
}

interface LooseTasksProps extends TreeProps {
  tasks: TreeTask[]
  /** The query of the top level, whose last items they are. */
  list: UseInfiniteQueryResult
}

/** The tasks without a story. */
export function LooseTasks({ tasks, list, ...treeProps }: LooseTasksProps) {
  const [open, setOpen] = useState(true)
  return (
    <section aria-labelledby="loose" className="mt-5">
      <h2 id="loose" className="mb-1 px-1 text-[13px] font-medium">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex items-center gap-1.5 rounded-md pr-2 text-muted hover:text-ink"
        >
          <Chevron open={open} /> {branches.noStory}{' '}
          <span className="font-normal">{`${tasks.length}${list.hasNextPage ? '+' : ''}`}</span>
        </button>
      </h2>
      {open && (
        <div className={`px-1.5 py-1 ${card}`}>
          <Tasks {...treeProps} label={branches.tasksWithoutStory} tasks={tasks} story={null} />
          <MoreButton list={list} label={uiTexts.showMore} />
          {treeProps.canEdit && (
            <AddLine slug={treeProps.slug} parent={{ kind: 'story' }} label={addLine.task} />
          )}
        </div>
      )}
    </section>
  )
}

interface ChildrenProps {
  group: TreeGroup
  slug: string
  noun: string
  children: (nodes: TreeNode[]) => ReactNode
}

/** The children of a group. Loads them page by page unless the group includes them. */
function Children(props: ChildrenProps) {
  return props.group.children ? props.children(props.group.children) : <LoadedChildren {...props} />
}

function LoadedChildren({ group, slug, noun, children }: ChildrenProps) {
  const list = useInfiniteQuery(levelQuery(slug, group))
  return (
    <Loaded query={list} noun={noun}>
      {(data) => (
        <>
          {children(nodesOf(data))}
          <MoreButton list={list} label={uiTexts.showMore} />
        </>
      )}
    </Loaded>
  )
}

interface TasksProps extends TreeProps {
  label: string
  tasks: TreeTask[]
  story: TreeStory | null
}

function Tasks({ label, tasks, story, ...treeProps }: TasksProps) {
  if (tasks.length === 0) return null
  return (
    <ul aria-label={label}>
      {tasks.map((task) => (
        <TaskLine key={task.id} {...treeProps} task={task} story={story} siblings={tasks} />
      ))}
    </ul>
  )
}

/** Whether a group shows the field for a new child. Its menu opens the group with the field. */
function useAdding(setOpen: (open: boolean) => void) {
  const [isAdding, setIsAdding] = useState(false)
  const start = () => {
    setOpen(true)
    setIsAdding(true)
  }
  return { isAdding, start, stop: () => setIsAdding(false) }
}

interface AddingProps extends TreeProps {
  parent: Parent
  label: string
  isAdding: boolean
  stop: () => void
}

function Adding({ slug, canEdit, parent, label, isAdding, stop }: AddingProps) {
  if (!canEdit) return null
  return <AddLine key={String(isAdding)} {...{ slug, parent, label }} open={isAdding} onClose={stop} />
}
