import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

interface PathLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of this site that the server, or a text, has given. */
  href: string
}

/** A link to wherever the server says. It opens in this page, as the others do; in a new tab, if that is asked for. */
export function PathLink({ href, children, onClick, ...rest }: PathLinkProps) {
  const router = useRouter()
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    if (event.defaultPrevented) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(href)
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}
