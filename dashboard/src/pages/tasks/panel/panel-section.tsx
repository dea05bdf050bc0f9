import { type ReactNode, useId } from 'react'

/** A titled section of the panel. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t pt-4">
      <h2 id={id} className="mb-2 text-xs font-semibold text-muted">
        {title}
      </h2>
      {children}
    </section>
  )
}
