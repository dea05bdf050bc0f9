import { ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import { use, useEffect, useEffectEvent, useRef } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { isPlainKey, isTyping } from '../../../shortcuts/is-typing.ts'
import { TaskView, useOpenTask } from './task-view.ts'
import { useNeighbours } from './task-trail.ts'
import { texts } from './texts.ts'

/** Buttons to the previous and the next task of the list that the user came from, which are also on K and J. */
export function TaskSteps({ slug, taskKey }: { slug: string; taskKey: string }) {
  const { taskSteps } = texts
  const view = use(TaskView)
  const root = useRef<HTMLSpanElement>(null)
  const open = useOpenTask({ key: taskKey, project: slug })
  const { previous, next } = useNeighbours(taskKey)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event) || !isPlainKey(event)) return
    const focused = document.activeElement
    // The list beside the panel has the same keys.
    const isHere = root.current?.closest('section')?.contains(focused)
    const target = { j: next, k: previous }[event.key]
    if (target === undefined || !(isHere || (view === 'page' && focused === document.body))) return
    event.preventDefault()
    open(target)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  if (!previous && !next) return null
  return (
    <span ref={root} className="flex">
      <IconButton label={taskSteps.previous} disabled={!previous} onClick={() => previous && open(previous)}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={taskSteps.next} disabled={!next} onClick={() => next && open(next)}>
        <ChevronDownIcon />
      </IconButton>
    </span>
  )
}
