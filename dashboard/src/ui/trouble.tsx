import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

/** A page that could not be loaded, in the server's own words. */
export function Trouble({
  error,
  onRetry,
  children,
}: {
  error: Error
  onRetry: () => void
  children?: ReactNode
}) {
  return (
    <Empty title="This could not be loaded" text={error.message}>
      <Button onClick={onRetry}>Try again</Button>
      {children}
    </Empty>
  )
}
