import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface PathLinkProps {
  /** A path of this site that the server has given. */
  href: string
  className?: string
  children: ReactNode
}

/** A link to wherever the server says. It opens in this page, as the others do; in a new tab, if that is asked for. */
export function PathLink({ href, className, children }: PathLinkProps) {
  const router = useRouter()
  function follow(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(href)
  }
  return (
    <a href={href} onClick={follow} className={className}>
      {children}
    </a>
  )
}
