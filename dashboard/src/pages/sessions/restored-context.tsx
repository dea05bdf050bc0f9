import type { ReactNode } from 'react'
import { plainText } from '../../../../server/platform/plain-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Time } from '../../ui/time.tsx'
import { GoalList } from './goals.tsx'
import type { Resumed } from './queries.ts'
import { texts } from './texts.ts'

/** The context that an agent receives when it resumes a session. */
export function RestoredContext({ resumed }: { resumed: Resumed }) {
  const { activeElsewhere, goals, context, checkpoint, tasks, decisions, memory, changes, leftOut } = resumed
  const { restoredContext } = texts
  return (
    <div className="flex max-h-[55vh] flex-col gap-4 overflow-y-auto">
      <FormMessage tone="note">
        {activeElsewhere ? restoredContext.activeElsewhere(activeElsewhere.by.name) : undefined}
      </FormMessage>
      <Part title={restoredContext.goals}>
        <GoalList goals={goals} />
      </Part>
      {context && (
        <Part title={restoredContext.context}>
          <Markdown breaks text={context} />
        </Part>
      )}
      {checkpoint && (
        <Part title={restoredContext.checkpoint}>
          <p className="wrap-anywhere">{plainText(checkpoint.summary)}</p>
        </Part>
      )}
      <List title={restoredContext.tasks} items={tasks} keyOf={({ key }) => key}>
        {({ key, title, claim }) => (
          <>
            <Key>{key}</Key> {title} {claim && <Badge tone="agent">{restoredContext.claimed}</Badge>}
          </>
        )}
      </List>
      <List title={restoredContext.decisions} items={decisions} keyOf={({ key }) => key}>
        {({ key, title, outcome }) => (
          <>
            <Key>{key}</Key> {title}
            {outcome && <span className="text-muted">: {outcome}</span>}
          </>
        )}
      </List>
      <List title={restoredContext.memory} items={memory} keyOf={({ id }) => id}>
        {({ excerpt }) => plainText(excerpt)}
      </List>
      <List title={restoredContext.changes} items={changes} keyOf={({ kind, key }) => `${kind} ${key}`}>
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
        <Part title={restoredContext.omitted}>
          <ul className="flex flex-col gap-1 text-muted">
            {leftOut.map(({ section, count, how }) => (
              <li key={section}>{restoredContext.omittedPart(section, count, how)}</li>
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
