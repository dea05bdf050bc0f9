import { type ReactNode, createContext, use } from 'react'

const widths = { narrow: 'max-w-3xl', normal: 'max-w-4xl', wide: 'max-w-5xl' }

/** The padding of every page. All headings start at the same place, so that they don't jump between pages. */
export const pageInset = 'page-inset px-4 pt-5 pb-12 md:px-5'

/** The style of a page's heading. Its height is that of the buttons beside it. */
export const headingClass = 'text-xl/8 font-semibold tracking-tight wrap-anywhere'

/** Tabs that the shell adds below the heading, on the pages of an area such as Docs. */
export const AreaTabs = createContext<ReactNode>(null)

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
    <div className={`${pageInset} ${widths[width]}`}>
      <title>{`${tabTitle} · Baton`}</title>
      <PageHeading title={title} text={text} actions={actions} />
      {children}
    </div>
  )
}

/** The heading of a page, with the tabs of its area. */
export function PageHeading({ title, text, actions }: Pick<PageProps, 'title' | 'text' | 'actions'>) {
  const tabs = use(AreaTabs)
  return (
    <div className="mb-5">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className={`mr-auto ${headingClass}`}>{title}</h1>
        {actions}
      </div>
      {tabs && <div className="mt-1">{tabs}</div>}
      {text && <p className={`max-w-prose text-muted ${tabs ? 'mt-4' : 'mt-1'}`}>{text}</p>}
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
