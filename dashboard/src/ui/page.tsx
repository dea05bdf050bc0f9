import type { ReactNode } from 'react'

const widths = { narrow: 'max-w-3xl', normal: 'max-w-4xl', wide: 'max-w-5xl' }

interface PageProps {
  title: string
  /** The title of the browser tab, if it differs. */
  tabTitle?: string
  text?: string
  width?: keyof typeof widths
  /** Shown beside the title, such as buttons. */
  actions?: ReactNode
  children: ReactNode
}

/** A page with a heading. */
export function Page({ title, tabTitle = title, text, width = 'normal', actions, children }: PageProps) {
  return (
    <div className={`mx-auto px-4 py-6 md:px-8 md:py-8 ${widths[width]}`}>
      <title>{`${tabTitle} · Baton`}</title>
      <div className="mb-5">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="mr-auto text-xl font-semibold tracking-tight">{title}</h1>
          {actions}
        </div>
        {text && <p className="mt-1 max-w-prose text-muted">{text}</p>}
      </div>
      {children}
    </div>
  )
}

interface ProjectTabProps {
  /** The title of the browser tab. */
  tabTitle: string
  width?: keyof typeof widths
  children: ReactNode
}

/** The page of a tab in the frame of a project, which has the heading. */
export function ProjectTab({ tabTitle, width = 'wide', children }: ProjectTabProps) {
  return (
    <div className={`px-4 py-5 md:px-5 ${widths[width]}`}>
      <title>{`${tabTitle} · Baton`}</title>
      {children}
    </div>
  )
}
