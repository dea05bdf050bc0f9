import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../client.ts'
import { decisionKeys } from '../../live/refresh-changed.ts'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { DecisionFields } from './decision-fields.tsx'
import { type DecisionDetails, decisionQuery } from './queries.ts'

/** Changes what is proposed. What was decided stays as it was written. */
export function EditDecision({ decision, onClose }: { decision: DecisionDetails; onClose: () => void }) {
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { key, version } = decision
  const edits = useEdits(decision, {
    fields: ['title', 'context', 'rationale', 'alternatives', 'tags'],
    save: async (set) => {
      await call('decisions.update', { decision: key, ...set }, { ifMatch: version })
      await Promise.all(decisionKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
      showToast({ text: `Saved ${key}.` })
      onClose()
    },
    refresh: () => cache.refetchQueries({ queryKey: decisionQuery(key).queryKey }),
  })
  const mine = edits.shown
  const listed = ({ alternatives }: Pick<DecisionDetails, 'alternatives'>) =>
    alternatives.map(({ title, reason }) => `${title}: ${reason}`).join('\n')
  return (
    <EditorFrame
      ref={form}
      title={`Edit ${key}`}
      what="The decision"
      action="Save"
      edits={edits}
      versions={[
        { name: 'Title', theirs: decision.title, mine: mine.title },
        { name: 'Context', theirs: decision.context, mine: mine.context },
        { name: 'Why', theirs: decision.rationale, mine: mine.rationale },
        { name: 'What else was weighed', theirs: listed(decision), mine: listed(mine) },
        { name: 'Tags', theirs: decision.tags.join(', '), mine: mine.tags.join(', ') },
      ]}
      onClose={onClose}
    >
      <DecisionFields edits={edits} onSave={() => form.current?.requestSubmit()} />
    </EditorFrame>
  )
}
