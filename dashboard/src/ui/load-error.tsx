import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { texts } from './texts.ts'
import { texts as shared } from '../texts.ts'

/** Replaces a page that failed to load, with the server's message. */
export function LoadError({
  error,
  onRetry,
  children,
}: {
  error: Error
  onRetry: () => void
  children?: ReactNode
}) {
  return (
    <Empty title={texts.loadError} text={error.message}>
      <Button onClick={onRetry}>{shared.tryAgain}</Button>
      {children}
    </Empty>
  )
}
