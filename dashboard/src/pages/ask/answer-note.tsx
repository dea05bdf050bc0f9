import { useHasRole } from '../../my-role.ts'
import { PathLink } from '../../ui/path-link.tsx'
import type { ShownAnswer } from './shapes.ts'
import { texts } from './texts.ts'

/** Explains why an answer is missing or incomplete. */
export function AnswerNote({ outcome, note }: Pick<ShownAnswer, 'outcome' | 'note'>) {
  const canConfigure = useHasRole('admin')
  const text = note ?? (outcome && outcome !== 'complete' ? texts.notes[outcome] : undefined)
  if (!text) return null
  return (
    <p className={`mt-2 text-[13px] ${outcome === 'failed' ? 'text-danger' : 'text-muted'}`}>
      {text}
      {canConfigure && (outcome === 'no_model' || outcome === 'over_budget') && (
        <>
          {' '}
          <PathLink href="/organization/ai" className="font-medium text-accent underline underline-offset-2">
            {texts.notes.settings}
          </PathLink>
        </>
      )}
    </p>
  )
}
