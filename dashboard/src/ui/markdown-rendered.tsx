import './markdown.css'
import { type AnchorHTMLAttributes, useId, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { type Linking, linkItems, plainNames } from './markdown-links.ts'
import { preserveBreaks } from './markdown-texts.ts'
import { PathLink } from './path-link.tsx'

interface RenderedProps {
  text: string
  className: string
  breaks: boolean
  links: Linking | undefined
}

/**
 * Markdown as a page. What others wrote is never run: HTML in it is shown as it was written, addresses have a harmless
 * scheme or none, and pictures are links, since the pages load nothing from elsewhere.
 */
export function Rendered({ text, className, breaks, links }: RenderedProps) {
  const id = useId()
  const { projects, notes, project } = links ?? {}
  const plugins = useMemo(
    () => [
      remarkGfm,
      ...(breaks ? [preserveBreaks] : []),
      projects ? linkItems({ projects, notes, project }) : plainNames,
    ],
    [breaks, projects, notes, project],
  )
  return (
    <div className={className}>
      <ReactMarkdown
        remarkPlugins={plugins}
        // Notes at the foot of two texts on one page are different ones.
        remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** Whatever stands in a page is below its title. */
const components: Components = {
  h1: ({ children }) => <h2 data-level="1">{children}</h2>,
  h2: ({ children, id, className }) => (
    <h3 data-level="2" {...{ id, className }}>
      {children}
    </h3>
  ),
  h3: ({ children }) => <h4 data-level="3">{children}</h4>,
  h4: ({ children }) => <h5 data-level="4">{children}</h5>,
  h5: ({ children }) => <h6 data-level="4">{children}</h6>,
  h6: ({ children }) => <h6 data-level="4">{children}</h6>,
  a: ({ node: _, ...link }) => <SafeLink {...link} />,
  img: ({ src, alt }) => <SafeLink href={typeof src === 'string' ? src : undefined}>{alt || src}</SafeLink>,
  // What is wider than the page is scrolled, by keyboard too.
  pre: ({ children }) => (
    <pre tabIndex={0} role="group" aria-label="Code">
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div className="markdown-table" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input type="checkbox" checked={checked ?? false} disabled aria-label={checked ? 'Done' : 'To do'} />
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
  if (!isOwn(href))
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
      title={unwritten ? 'Nobody has written this note yet' : undefined}
    >
      {children}
    </PathLink>
  )
}

/** A page of this app: "//elsewhere" is another host, and what the API serves is no page. */
function isOwn(href: string): boolean {
  return /^\/(?![/\\]|api\/)/.test(href)
}
