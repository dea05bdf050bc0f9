import './markdown.css'
import { type AnchorHTMLAttributes, useId, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CitationLink } from './citation-link.tsx'
import { AttachedFile, AttachedImage, attachmentIn } from './markdown-attachment.tsx'
import { type Citations, linkCitations } from './markdown-citations.ts'
import { type Linking, linkItems, plainNames } from './markdown-links.ts'
import { preserveBreaks, sequentialHeadings } from './markdown-nodes.ts'
import { ChecklistItem, Tick, TickContext, checklistPositions, withTick } from './markdown-ticks.tsx'
import { PathLink } from './path-link.tsx'
import { texts } from './texts.ts'

interface RenderedProps {
  text: string
  className: string
  breaks: boolean
  links: Linking | undefined
  citations: Citations | undefined
  onTick: ((text: string) => void) | undefined
}

/**
 * Renders Markdown safely: HTML is shown as text, URLs have a safe scheme, and images of other sites become
 * links, because the pages load nothing from there.
 */
export function Rendered({ text, className, breaks, links, citations, onTick }: RenderedProps) {
  const id = useId()
  const { projects, notes, project } = links ?? {}
  const plugins = useMemo(
    () => [
      remarkGfm,
      sequentialHeadings,
      checklistPositions,
      ...(breaks ? [preserveBreaks] : []),
      citations ? linkCitations(citations) : projects ? linkItems({ projects, notes, project }) : plainNames,
    ],
    [breaks, projects, notes, project, citations],
  )
  return (
    <div className={className}>
      <TickContext value={onTick && ((at) => onTick(withTick(text, at)))}>
        <ReactMarkdown
          remarkPlugins={plugins}
          // Keeps footnotes of several texts on one page apart.
          remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
          components={citations ? generatedComponents : links ? components : publicComponents}
        >
          {text}
        </ReactMarkdown>
      </TickContext>
    </div>
  )
}

/** Headings start at level 2, below the title of the page. */
const components: Components = {
  h1: ({ node: _, ...heading }) => <h2 {...heading} />,
  // Also the hidden heading of footnotes, which has no level of an author.
  h2: ({ node: _, ...heading }) => <h3 data-level="2" {...heading} />,
  h3: ({ node: _, ...heading }) => <h4 {...heading} />,
  h4: ({ node: _, ...heading }) => <h5 {...heading} />,
  h5: ({ node: _, ...heading }) => <h6 {...heading} />,
  a: ({ node: _, ...link }) => {
    const attachment = attachmentIn(link.href)
    return attachment ? <AttachedFile id={attachment}>{link.children}</AttachedFile> : <SafeLink {...link} />
  },
  img: ({ src, alt }) => {
    const attachment = attachmentIn(src)
    if (attachment) return <AttachedImage id={attachment} alt={alt ?? ''} />
    return <SafeLink href={src}>{alt || src}</SafeLink>
  },
  // Wide content scrolls, also with the keyboard.
  pre: ({ children }) => (
    <pre tabIndex={0} role="group" aria-label={texts.markdown.code}>
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div className="markdown-table" tabIndex={0} role="group" aria-label={texts.markdown.table}>
      <table>{children}</table>
    </div>
  ),
  li: ({ node: _, ...item }) => <ChecklistItem {...item} />,
  input: ({ checked }) => <Tick checked={checked ?? false} />,
}

/** Visitors of public pages can't download attachments. */
const publicComponents: Components = {
  ...components,
  a: ({ node: _, ...link }) =>
    attachmentIn(link.href) ? <span>{link.children}</span> : <SafeLink {...link} />,
  img: ({ src, alt }) =>
    attachmentIn(src) ? <span>{alt}</span> : <SafeLink href={src}>{alt || src}</SafeLink>,
}

/**
 * A language model can be made to write a link or an image whose URL contains what it has read. So a generated text links
 * only to its sources, and loads nothing.
 */
const generatedComponents: Components = {
  ...components,
  a: ({ node: _, ...link }) => <CitationLink {...link} />,
  img: ({ alt }) => <span>{alt}</span>,
}

type SafeLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { 'data-unwritten'?: boolean }

function SafeLink({ href, children, ...rest }: SafeLinkProps) {
  if (!href) return <span>{children}</span>
  if (href.startsWith('#'))
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  if (!isAppPath(href))
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    )
  const unwritten = rest['data-unwritten']
  return (
    <PathLink
      href={href}
      data-unwritten={unwritten}
      title={unwritten ? texts.markdown.missingNote : undefined}
    >
      {children}
    </PathLink>
  )
}

/** Returns whether the link is a page of this app. "//elsewhere" is another host, and API paths aren't pages. */
function isAppPath(href: string): boolean {
  return /^\/(?![/\\]|api\/)/.test(href)
}
