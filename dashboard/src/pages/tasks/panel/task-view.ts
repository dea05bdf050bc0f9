import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { createContext, use } from 'react'

/** Where a task is shown: beside a list, or on its own page. */
export const TaskView = createContext<'panel' | 'page'>('panel')

interface LinkedTask {
  key: string
  /** The slug of its project. */
  project: string
}

/** Returns a function that builds the link to another task, which opens where this one is shown. */
export function useTaskLink(slug: string): (task: LinkedTask) => LinkProps {
  const view = use(TaskView)
  return ({ key, project }) => {
    if (view === 'page')
      return { to: '/projects/$slug/tasks/$task', params: { slug: project, task: key }, search: {} }
    if (project !== slug) return { to: '/projects/$slug', params: { slug: project }, search: { task: key } }
    return { to: '.', search: (search: object) => ({ ...search, task: key }) } as LinkProps
  }
}

/** Returns a function that opens another task of the list where this one is shown. */
export function useOpenTask({ key: from, project: slug }: LinkedTask): (key: string) => void {
  const view = use(TaskView)
  const navigate = useNavigate()
  return (key) => {
    if (view === 'panel')
      return void navigate({ to: '.', search: (search: object) => ({ ...search, task: key }) })
    // The list can have tasks of several projects, and a key doesn't contain the slug.
    const isSameProject = key.split('-')[0] === from.split('-')[0]
    return void (isSameProject
      ? navigate({ to: '/projects/$slug/tasks/$task', params: { slug, task: key } })
      : navigate({ to: '/items/$item', params: { item: key } }))
  }
}
