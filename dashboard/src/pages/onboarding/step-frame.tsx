import { type ReactNode, useEffect, useRef } from 'react'
import { card } from '../../ui/section.tsx'

interface StepFrameProps {
  title: string
  text: string
  children: ReactNode
}

/** Frames one step. Focuses its heading, so that screen readers start there. */
export function StepFrame({ title, text, children }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-label={title} className={`flex flex-col gap-5 p-5 md:p-7 ${card}`}>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
          {title}
        </h2>
        <p className="mt-1 text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}
