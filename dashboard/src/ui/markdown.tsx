import { Suspense, lazy } from 'react'
import { useLinkedProjects } from './markdown-projects.ts'
import type { Citations } from './markdown-citations.ts'
import type { NoteTarget } from './markdown-links.ts'

const Rendered = lazy(() =>
  import('./markdown-rendered.tsx').then((module) => ({ default: module.Rendered })),
)

export interface MarkdownProps {
  text: string
  /** The targets of names between [[ ]] that the server returned. */
  notes?: readonly NoteTarget[]
  /** The slug of the project for linked notes that don't exist yet. */
  project?: string | undefined
  /** Whether newlines are line breaks, for comments and descriptions. */
  breaks?: boolean
  /** Whether the page is public, so that texts don't link into the app. */
  isPublic?: boolean
  /** The sources of a generated text. With them, it links to these sources only, and shows no images. */
  citations?: Citations | undefined
  className?: string
  /** Saves the text after a user ticked an item of a checklist. Without it, checkboxes are read-only. */
  onTick?: ((text: string) => void) | undefined
}

/** Renders Markdown. Shows the source until the renderer is loaded. */
export function Markdown(props: MarkdownProps) {
  const { text, notes, project, breaks = false, isPublic = false, citations, className = '', onTick } = props
  const projects = useLinkedProjects(!isPublic && !citations)
  const classes = `markdown wrap-anywhere ${className}`
  return (
    <Suspense fallback={<div className={`whitespace-pre-wrap ${classes}`}>{text}</div>}>
      <Rendered
        text={text}
        className={classes}
        breaks={breaks}
        onTick={onTick}
        citations={citations}
        links={isPublic || citations ? undefined : { projects, notes, project }}
      />
    </Suspense>
  )
}
