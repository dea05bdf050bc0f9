import './markdown.css'
import { type AnchorHTMLAttributes, useId, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { type Linking, linkItems, plainNames } from './markdown-links.ts'
import { preserveBreaks, sequentialHeadings } from './markdown-nodes.ts'
import { PathLink } from './path-link.tsx'
import { texts } from './texts.ts'

interface RenderedProps {
  text: string
  className: string
  breaks: boolean
  links: Linking | undefined
}

/**
 * Renders Markdown safely: HTML is shown as text, URLs have a safe scheme, and images become links, because the pages
 * load nothing from other sites.
 */
export function Rendered({ text, className, breaks, links }: RenderedProps) {
  const id = useId()
  const { projects, notes, project } = links ?? {}
  const plugins = useMemo(
    () => [
      remarkGfm,
      sequentialHeadings,
      ...(breaks ? [preserveBreaks] : []),
      projects ? linkItems({ projects, notes, project }) : plainNames,
    ],
    [breaks, projects, notes, project],
  )
  return (
    <div className={className}>
      <ReactMarkdown
        remarkPlugins={plugins}
        // Keeps footnotes of several texts on one page apart.
        remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
        components={components}
      >
        {text}
      </ReactMarkdown>
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
  a: ({ node: _, ...link }) => <SafeLink {...link} />,
  img: ({ src, alt }) => <SafeLink href={typeof src === 'string' ? src : undefined}>{alt || src}</SafeLink>,
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
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked ?? false}
      disabled
      aria-label={checked ? texts.markdown.done : texts.markdown.toDo}
    />
  ),
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
