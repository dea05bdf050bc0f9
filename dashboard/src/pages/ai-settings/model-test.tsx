import { useState } from 'react'
import type { OutputOf } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Section, card } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { AiSettings } from './ai-settings-page.tsx'
import { texts } from './texts.ts'

const labels = texts.test

type Result = OutputOf<'aiSettings.test'> & { version: number }

/** Tests the saved model, and shows the result. */
export function ModelTest({ settings: { testedAt, failure, version } }: { settings: AiSettings }) {
  const [last, setResult] = useState<Result>()
  const [isTesting, setIsTesting] = useState(false)
  // A result of earlier settings says nothing about these.
  const result = last?.version === version ? last : undefined
  const test = async () => {
    setIsTesting(true)
    try {
      setResult({ ...(await write('aiSettings.test', {})), version })
    } catch (error) {
      showProblem(error as Error)
    } finally {
      setIsTesting(false)
    }
  }
  return (
    <Section
      title={labels.title}
      text={labels.text}
      action={
        <Button busy={isTesting} onClick={() => void test()}>
          {labels.button}
        </Button>
      }
    >
      <div className={`flex flex-col gap-2 px-4 py-3 ${card}`}>
        <p className="text-[13px] text-muted">
          {testedAt === null ? (
            labels.never
          ) : (
            <>
              {failure === null ? labels.passed : labels.failed} <Time at={testedAt} />
            </>
          )}
        </p>
        <div role="status">{result && <Outcome result={result} />}</div>
        {!result && failure !== null && <Failure failure={failure} />}
      </div>
    </Section>
  )
}

function Outcome({ result: { ok, model, latencyMs, failure } }: { result: Result }) {
  if (!ok) return <Failure failure={failure!} />
  return (
    <p className="rounded-md bg-accent-soft px-3 py-2 text-[13px] wrap-anywhere">
      {labels.ok(model, formatNumber(latencyMs!))}
    </p>
  )
}

function Failure({ failure }: { failure: string }) {
  return (
    <p className="rounded-md bg-danger-soft px-3 py-2 text-[13px] text-danger wrap-anywhere">{failure}</p>
  )
}
