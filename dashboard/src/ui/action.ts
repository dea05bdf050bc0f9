import { useState } from 'react'
import { Problem } from '../client.ts'

/** Runs the action of a button. Returns whether it is running, and the message of a rejection. */
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
