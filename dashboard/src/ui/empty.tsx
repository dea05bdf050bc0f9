import type { ReactNode } from 'react'

interface EmptyTexts {
  title: string
  text: string
}

/** An empty state: a title, the first step and its button. */
export function Empty({ title, text, children }: EmptyTexts & { children?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-14 text-center">
      <h2 className="text-lg font-semibold text-balance">{title}</h2>
      <p className="text-balance text-muted">{text}</p>
      {children && <div className="mt-3 flex flex-wrap items-center justify-center gap-2">{children}</div>}
    </div>
  )
}

interface EmptyListProps {
  texts: { empty: EmptyTexts; noMatches: EmptyTexts }
  isFiltered: boolean
  /** The button that creates the first item. */
  children?: ReactNode
}

/** The empty state of a list with filters. */
export function EmptyList({ texts, isFiltered, children }: EmptyListProps) {
  if (isFiltered) return <Empty {...texts.noMatches} />
  return <Empty {...texts.empty}>{children}</Empty>
}
