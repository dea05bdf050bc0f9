import { useEffect, useRef, useState } from 'react'
import { Problem } from '../../client.ts'

/** Sends when the page has opened, a single time: what it sends works once. Answers what was refused. */
export function useOnce(send: () => Promise<unknown>): Problem | null {
  const begun = useRef(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    send().catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      setProblem(error)
    })
  })
  return problem
}
