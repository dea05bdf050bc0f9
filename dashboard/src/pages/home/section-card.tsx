import { type ReactNode, useId } from 'react'
import { card } from '../../ui/section.tsx'

interface SectionCardProps {
  title: string
  /** Shown beside the title, such as a link to all items. */
  action?: ReactNode
  children: ReactNode
}

/** A section of Home: a heading above a card. */
export function SectionCard({ title, action, children }: SectionCardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex min-h-6 items-baseline gap-3">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {action && <span className="ml-auto text-[13px] text-muted">{action}</span>}
      </div>
      <div className={`overflow-hidden ${card}`}>{children}</div>
    </section>
  )
}

/** The text of a section without items. */
export function NoItems({ children }: { children: ReactNode }) {
  return <p className="px-4 py-3 text-[13px] text-muted">{children}</p>
}
