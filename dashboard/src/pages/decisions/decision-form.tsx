import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { read } from '../../read.ts'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { DecisionFields } from './decision-fields.tsx'
import type { DecisionDetails } from './queries.ts'
import { texts } from './texts.ts'

/** Edits a proposed decision. Accepted and rejected decisions can't be edited. */
export function EditDecision({ decision, onClose }: { decision: DecisionDetails; onClose: () => void }) {
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { key, version } = decision
  const edits = useEdits(decision, {
    fields: ['title', 'context', 'rationale', 'alternatives', 'tags'],
    save: async (set) => {
      await write('decisions.update', { decision: key, ...set }, { ifMatch: version })
      showToast({ text: texts.editor.saved(key) })
      onClose()
    },
    refresh: () => cache.refetchQueries(read('decisions.get', { decision: key })),
  })
  const mine = edits.shown
  const { fields } = texts
  const formatAlternatives = ({ alternatives }: Pick<DecisionDetails, 'alternatives'>) =>
    alternatives.map(({ title, reason }) => `${title}: ${reason}`).join('\n')
  return (
    <EditorFrame
      ref={form}
      title={texts.editor.title(key)}
      what={texts.editor.subject}
      action={texts.editor.save}
      edits={edits}
      versions={[
        { name: fields.title, theirs: decision.title, mine: mine.title },
        { name: fields.context, theirs: decision.context, mine: mine.context },
        { name: fields.rationale, theirs: decision.rationale, mine: mine.rationale },
        { name: fields.alternatives, theirs: formatAlternatives(decision), mine: formatAlternatives(mine) },
        { name: fields.tags, theirs: decision.tags.join(', '), mine: mine.tags.join(', ') },
      ]}
      onClose={onClose}
    >
      <DecisionFields edits={edits} onSave={() => form.current?.requestSubmit()} />
    </EditorFrame>
  )
}
