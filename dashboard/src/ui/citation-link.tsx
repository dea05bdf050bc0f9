import type { AnchorHTMLAttributes } from 'react'
import { PathLink } from './path-link.tsx'

type CitationLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { 'data-citation'?: number }

/** A link of a generated text: a citation, or the text and URL of any other link without a link. */
export function CitationLink({ href = '', children, title, 'data-citation': number }: CitationLinkProps) {
  if (number !== undefined && href.startsWith('/'))
    return (
      <PathLink href={href} title={title}>
        {children}
      </PathLink>
    )
  if (number !== undefined)
    return (
      <a href={href} title={title} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    )
  if (!href || href.startsWith('#') || children === href) return <span>{children}</span>
  return (
    <span>
      {children} <span className="text-muted">({href})</span>
    </span>
  )
}
