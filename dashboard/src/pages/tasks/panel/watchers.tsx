import { useQuery } from '@tanstack/react-query'
import { EyeIcon } from 'lucide-react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatList } from '../../activity/sentences.ts'
import { texts } from './texts.ts'
import { useWatch, watchersQuery } from './watch.ts'

const maxAvatars = 4

/** The people who watch a task, and a button to watch it too. */
export function Watchers({ taskKey }: { taskKey: string }) {
  const { watchers } = texts
  const list = useQuery(watchersQuery(taskKey)).data
  const watch = useWatch(taskKey)
  if (!list) return null
  const { items, watching } = list
  return (
    <section aria-label={watchers.title} className="grid min-h-8 grid-cols-[6rem_1.5rem_1fr] items-center">
      <span className="text-muted">{watchers.title}</span>
      <span className="flex justify-center text-muted">
        <EyeIcon />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 pl-1.5">
        {items.length > 0 && (
          <span
            role="img"
            aria-label={watchers.names(formatList(items.map(({ name }) => name)))}
            className="flex items-center gap-0.5"
          >
            {items.slice(0, maxAvatars).map(({ id, name, avatarUrl }) => (
              <Avatar key={id} kind="user" id={id} name={name} imageUrl={avatarUrl} />
            ))}
            {items.length > maxAvatars && (
              <span className="ml-0.5 text-xs text-muted">{watchers.more(items.length - maxAvatars)}</span>
            )}
          </span>
        )}
        <Button kind="quiet" className="-ml-1.5 h-7 px-1.5" onClick={() => watch.mutate(!watching)}>
          {watching ? watchers.unwatch : watchers.watch}
        </Button>
      </span>
    </section>
  )
}
