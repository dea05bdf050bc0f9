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
      <List title="Open tasks" items={tasks} keyOf={({ key }) => key}>
        {({ key, title, claim }) => (
          <>
            <Key>{key}</Key> {title} {claim && <Badge tone="agent">Held</Badge>}
          </>
        )}
      </List>
      <List title="Decided since" items={decisions} keyOf={({ key }) => key}>
        {({ key, title, outcome }) => (
          <>
            <Key>{key}</Key> {title}
            {outcome && <span className="text-muted">: {outcome}</span>}
          </>
        )}
      </List>
      <List title="Memory that fits" items={memory} keyOf={({ id }) => id}>
        {({ excerpt }) => excerpt}
      </List>
      <List title="Changed since" items={changes} keyOf={({ kind, key }) => `${kind} ${key}`}>
        {({ key, what, at }) => (
          <>
            <Key>{key}</Key> {what.join(', ')}{' '}
            <span className="text-muted">
              <Time at={at} />
            </span>
          </>
        )}
      </List>
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
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

function List<Item>({ title, items, keyOf, children }: ListProps<Item>) {
  if (items.length === 0) return null
  return (
    <Part title={title}>
      <ul className="flex flex-col gap-1">
        {items.map((item) => (
          <li key={keyOf(item)} className="wrap-anywhere">
            {children(item)}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Key({ children }: { children: string }) {
  return <span className="font-mono text-xs text-muted">{children}</span>
}
