import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

interface PathLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path on this site, from the server or from a text. */
  href: string
}

/** A link to a dynamic path. It navigates within the app, or opens a new tab on a modified click. */
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
