import { useEffect, useRef, useState } from 'react'
import { Problem } from '../../client.ts'

/** Sends a single-use value once, when the page opens. Returns the problem if the server rejects it. */
export function useOnce(send: () => Promise<unknown>): Problem | null {
  const hasStarted = useRef(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    send().catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      setProblem(error)
    })
  })
  return problem
}
