import type { ReactNode } from 'react'

/** An empty state: a title, the first step and its button. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-14 text-center">
      <h2 className="text-lg font-semibold text-balance">{title}</h2>
      <p className="text-balance text-muted">{text}</p>
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
