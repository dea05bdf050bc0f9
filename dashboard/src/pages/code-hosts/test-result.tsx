import type { OutputOf } from '../../client.ts'
import { texts } from './texts.ts'

type Result = OutputOf<'codeHosts.test'>

/** The result of testing an account or a connection, with the next step. */
export function TestResult({ result }: { result: Result }) {
  const { ok, login, missingScopes, rateLimit, failure, fix } = result
  const isComplete = ok && missingScopes.length === 0
  return (
    <div
      role="status"
      className={`rounded-md px-3 py-2 text-[13px] wrap-anywhere ${
        isComplete ? 'bg-accent-soft' : ok ? 'bg-progress-soft' : 'bg-danger-soft'
      }`}
    >
      {ok ? (
        <p>
          {isComplete ? texts.test.ok(login) : texts.test.missingScopes(missingScopes.join(', '))}{' '}
          {rateLimit && texts.test.limit(rateLimit.remaining, rateLimit.limit)}
        </p>
      ) : (
        <>
          <p className="text-danger">{failure}</p>
          {fix && <p>{texts.fixes[fix]}</p>}
        </>
      )}
    </div>
  )
}

interface FailureProps {
  failure: string | null
  fix: Result['fix']
}

/** The last known failure of an account or a connection, with the next step. */
export function Failure({ failure, fix }: FailureProps) {
  if (failure === null) return null
  return (
    <div className="rounded-md bg-danger-soft px-3 py-2 text-[13px] wrap-anywhere">
      <p className="text-danger">{failure}</p>
      {fix && <p>{texts.fixes[fix]}</p>}
    </div>
  )
}
