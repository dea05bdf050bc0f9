import { useState } from 'react'
import { Problem } from '../client.ts'

/** What the press of a button begins: busy while it is under way, and what was refused in words. */
export function useAction(send: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function run(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      await send()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return { run: () => void run(), busy, message: problem?.message, clear: () => setProblem(null) }
}
