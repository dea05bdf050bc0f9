import { type ReactNode, useId } from 'react'
import { headingClass } from './page.tsx'

/** The title and introduction of a page. */
export function PageTitle({ title, text }: { title: string; text: ReactNode }) {
  return (
    <>
      <title>{`${title} · Baton`}</title>
      <h1 className={headingClass}>{title}</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">{text}</p>
    </>
  )
}

interface SectionProps {
  title: string
  text?: ReactNode
  /** Shown beside the title, such as a button. */
  action?: ReactNode
  children?: ReactNode
}

export function Section({ title, text, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-9">
      <div className="mb-2.5 flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {text && <p className="max-w-prose text-[13px] text-muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

export const card = 'rounded-lg border bg-surface'

/** A list in a card. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={`divide-y ${card}`}>
      {children}
    </ul>
  )
}

interface RowProps {
  icon?: ReactNode
  name: string
  /** Shown beside the name. */
  badges?: ReactNode
  /** Small text below the name. */
  detail: ReactNode
  /** The buttons at the end of the row. */
  children?: ReactNode
}

export function Row({ icon, name, badges, detail, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-(--row-inset)">
      <div className="flex min-w-0 grow basis-64 items-center gap-3">
        {icon && <span className="shrink-0 text-muted">{icon}</span>}
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium wrap-anywhere">{name}</span>
            {badges}
          </p>
          <p className="text-[13px] text-muted wrap-anywhere">{detail}</p>
        </div>
      </div>
      {children && <div className="ml-auto flex shrink-0 gap-2">{children}</div>}
    </li>
  )
}
