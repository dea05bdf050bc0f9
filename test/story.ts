import { it } from 'node:test'

/** Declares the next step of a story as a test. */
export type Step = (name: string, run: () => unknown) => void

const explanations: (() => Promise<string>)[] = []

/** Adds a text to the error of a failed step, such as the state of what it used. */
export function onFailedStep(explain: () => Promise<string>): void {
  explanations.push(explain)
}

/**
 * Returns `step` for a story whose steps build on each other, such as a user who works on one page. Each step is a
 * test. A step that runs alone, with `--test-name-pattern`, runs the steps before it first. A step after a failed one
 * fails immediately, because it would wait in vain for a page that is never shown.
 */
export function story(): Step {
  const steps: { name: string; run: () => Promise<unknown> }[] = []
  return (name, run) => {
    const earlier = [...steps]
    const step = { name, run: once(() => explained(run)) }
    steps.push(step)
    it(name, async () => {
      for (const before of earlier)
        await before.run().catch(() => {
          throw new Error(`An earlier step of this story failed: "${before.name}".`)
        })
      await step.run()
    })
  }
}

async function explained(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch (cause) {
    const texts = await Promise.all(explanations.map((explain) => explain()))
    throw new Error([String(cause), ...texts].join('\n\n'), { cause })
  }
}

function once(run: () => unknown): () => Promise<unknown> {
  let result: Promise<unknown> | undefined
  return () => (result ??= (async () => run())())
}
