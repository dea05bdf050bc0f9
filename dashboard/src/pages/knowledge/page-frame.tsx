import type { ReactNode } from 'react'

/** The frame of a list page, for the whole organization or inside a project page. */
export function ListFrame({
  title,
  inProject,
  children,
}: {
  title: string
  inProject: boolean
  children: ReactNode
}) {
  if (inProject) return <div className="max-w-5xl px-4 py-5 md:px-5">{children}</div>
  return (
    <div className="mx-auto max-w-5xl px-4 py-6 md:px-8 md:py-8">
      <h1 className="mb-4 text-xl font-semibold tracking-tight">{title}</h1>
      {children}
    </div>
  )
}

/** The filters of a list, with the create button at the end. */
export function ListBar({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {children}
      <span className="ml-auto flex flex-wrap gap-2">{action}</span>
    </div>
  )
}

interface DocumentProps {
  /** The id of the heading element. */
  titleId: string
  aside: ReactNode
  children: ReactNode
}

/** A document with its properties beside it. */
export function Document({ titleId, aside, children }: DocumentProps) {
  return (
    <article
      aria-labelledby={titleId}
      className="mx-auto grid max-w-6xl gap-x-10 gap-y-8 px-4 py-6 md:px-8 lg:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="min-w-0">{children}</div>
      <aside className="flex min-w-0 flex-col gap-7 lg:pt-1">{aside}</aside>
    </article>
  )
}

/** A section beside a document. */
export function AsidePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-xs font-semibold text-muted">{title}</h2>
      {children}
    </section>
  )
}
