import { wordsOfName } from '../../../../server/platform/words-of-name.ts'
import type { AnswerStep } from './shapes.ts'
import { texts } from './texts.ts'

/** The reads that the model made, closed by default. */
export function AnswerSteps({ steps }: { steps: AnswerStep[] }) {
  if (steps.length === 0) return null
  return (
    <details className="mb-2 text-[13px] text-muted">
      <summary className="w-fit rounded hover:text-ink">{texts.steps.summary(steps.length)}</summary>
      <ol aria-label={texts.steps.label} className="mt-1 flex flex-col gap-0.5 border-l pl-3">
        {steps.map(({ tool, input, failed }, index) => (
          <li key={index} className="wrap-anywhere">
            {wordsOfName(tool)} <span className="font-mono text-xs">{describe(input)}</span>
            {failed && <span className="text-danger"> {texts.steps.failed}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}

const maxLength = 120

function describe(input: Record<string, unknown>): string {
  const text = Object.values(input)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ')
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
