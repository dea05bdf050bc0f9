import { Suspense, lazy } from 'react'
import { useLinkedProjects } from './markdown-projects.ts'
import type { NoteTarget } from './markdown-links.ts'

const Rendered = lazy(() =>
  import('./markdown-rendered.tsx').then((module) => ({ default: module.Rendered })),
)

export interface MarkdownProps {
  text: string
  /** Where the names between [[ ]] lead, as far as the server has said it. */
  notes?: readonly NoteTarget[]
  /** Where a note belongs that is named here and not written yet: the slug of a project. */
  project?: string | undefined
  /** For remarks and descriptions, in which a new line is meant as one. */
  breaks?: boolean
  /** On a page for strangers nothing leads into the app. */
  outside?: boolean
  className?: string
}

/** A text that somebody wrote in markdown. Until what renders it is there, the text itself is shown. */
export function Markdown(props: MarkdownProps) {
  const { text, notes, project, breaks = false, outside = false, className = '' } = props
  const projects = useLinkedProjects(!outside)
  const look = `markdown wrap-anywhere ${className}`
  return (
    <Suspense fallback={<div className={`whitespace-pre-wrap ${look}`}>{text}</div>}>
      <Rendered
        text={text}
        className={look}
        breaks={breaks}
        links={outside ? undefined : { projects, notes, project }}
      />
    </Suspense>
  )
}
