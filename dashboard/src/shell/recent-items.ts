import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SearchKind } from '../pages/search/queries.ts'
import { meQuery } from '../queries.ts'
import { read } from '../read.ts'
import { usePath } from '../use-path.ts'
import { createStore, useStore } from '../ui/store.ts'
import { useOpenItem, useOpenTask } from './open-item.ts'

/** An item that the user opened in this browser. */
export interface RecentItem {
  kind: SearchKind
  name: string
  url: string
}

const maxItems = 12

/** Changes when the list in the local storage does. */
const changes = createStore(0)

/** The list is separate for each user and organization, because several can share a browser. */
function useStorageKey(): string | undefined {
  const me = useQuery(meQuery).data
  return me?.organization ? `baton.recent.${me.user.id}.${me.organization.id}` : undefined
}

function stored(key: string): RecentItem[] {
  return JSON.parse(localStorage.getItem(key) ?? '[]') as RecentItem[]
}

/** Returns the items that the user opened last, newest first. */
export function useRecentItems(): RecentItem[] {
  const key = useStorageKey()
  useStore(changes)
  return key ? stored(key) : []
}

/** Records the item on the open page. */
export function useRecordRecentItems(): void {
  const key = useStorageKey()
  const path = usePath()
  const { slug } = useParams({ strict: false })
  const item = useOpenItem()
  const task = useOpenTask()
  const project = useQuery({ ...read('projects.get', { project: slug ?? '' }), enabled: false }).data
  useRecord(
    key,
    project && slug ? { kind: 'project', name: project.name, url: `/projects/${slug}` } : undefined,
  )
  useRecord(key, item?.kind && { kind: item.kind, name: item.name, url: path })
  useRecord(
    key,
    task?.kind && slug && { kind: task.kind, name: task.name, url: `/projects/${slug}?task=${task.key}` },
  )
}

function useRecord(key: string | undefined, item: RecentItem | '' | undefined): void {
  const { kind, name, url } = item || {}
  useEffect(() => {
    if (!key || !kind || name === undefined || url === undefined) return
    const others = stored(key).filter((each) => each.url !== url)
    localStorage.setItem(key, JSON.stringify([{ kind, name, url }, ...others].slice(0, maxItems)))
    changes.set(changes.get() + 1)
  }, [key, kind, name, url])
}
