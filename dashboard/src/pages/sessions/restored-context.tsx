import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Time } from '../../ui/time.tsx'
import { GoalList } from './goals.tsx'
import type { Resumed } from './queries.ts'

/** What an agent gets to go on with, part by part. */
export function RestoredContext({ resumed }: { resumed: Resumed }) {
  const { activeElsewhere, goals, context, checkpoint, tasks, decisions, memory, changes, leftOut } = resumed
  return (
    <div className="flex max-h-[55vh] flex-col gap-4 overflow-y-auto">
      <FormMessage tone="note">
        {activeElsewhere ? `${activeElsewhere.by.name} is at work in it: settle who goes on.` : undefined}
      </FormMessage>
      <Part title="Goals">
        <GoalList goals={goals} />
      </Part>
      {context && (
        <Part title="Context">
          <Markdown breaks text={context} />
        </Part>
      )}
      {checkpoint && (
        <Part title="Where it stood">
          <p className="wrap-anywhere">{checkpoint.summary}</p>
        </Part>
      )}
      <List
        title="Open tasks"
        items={tasks}
        show={({ key, title, claim }) => [
          key,
          <>
            <Key>{key}</Key> {title} {claim && <Badge tone="agent">Held</Badge>}
          </>,
        ]}
      />
      <List
        title="Decided since"
        items={decisions}
        show={({ key, title, outcome }) => [
          key,
          <>
            <Key>{key}</Key> {title}
            {outcome && <span className="text-muted">: {outcome}</span>}
          </>,
        ]}
      />
      <List title="Memory that fits" items={memory} show={({ id, excerpt }) => [id, excerpt]} />
      <List
        title="Changed since"
        items={changes}
        show={({ kind, key, what, at }) => [
          `${kind} ${key}`,
          <>
            <Key>{key}</Key> {what.join(', ')}{' '}
            <span className="text-muted">
              <Time at={at} />
            </span>
          </>,
        ]}
      />
      {leftOut.length > 0 && (
        <Part title="Left out">
          <ul className="flex flex-col gap-1 text-muted">
            {leftOut.map(({ section, count, how }) => (
              <li key={section}>
                {section}: {count} ({how})
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-xs font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}

interface ListProps<Item> {
  title: string
  items: Item[]
  /** Its name among the others, and what is shown of it. */
  show: (item: Item) => [key: string, shown: ReactNode]
}

function List<Item>({ title, items, show }: ListProps<Item>) {
  if (items.length === 0) return null
  return (
    <Part title={title}>
      <ul className="flex flex-col gap-1">
        {items.map((item) => {
          const [key, shown] = show(item)
          return (
            <li key={key} className="wrap-anywhere">
              {shown}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function Key({ children }: { children: string }) {
  return <span className="font-mono text-xs text-muted">{children}</span>
}
