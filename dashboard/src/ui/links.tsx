import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link that stands out from the text around it. */
export const TextLink = styledLink('font-medium text-accent underline underline-offset-2')

/** The title of a list row, which links to the item. */
export const TitleLink = styledLink('min-w-0 font-medium wrap-anywhere hover:underline')

/** A link that looks like the text around it, such as the name of a project. */
export const NameLink = styledLink('underline-offset-2 hover:underline')

type StyledLinkProps = LinkProps & { 'aria-label'?: string; children: ReactNode }

function styledLink(className: string) {
  return function StyledLink({ children, ...link }: StyledLinkProps) {
    return (
      <Link {...link} className={className}>
        {children}
      </Link>
    )
  }
}
