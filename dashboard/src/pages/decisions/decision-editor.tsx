import { useQueryClient } from '@tanstack/react-query'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { documentKinds } from '../knowledge/document-kinds.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { DecisionFields } from './decision-fields.tsx'
import type { DecisionDetails } from './queries.ts'
import { texts } from './texts.ts'

/** Edits a proposed decision. Accepted and rejected decisions can't be edited. */
export function DecisionEditor({ decision, onClose }: { decision: DecisionDetails; onClose: () => void }) {
  const cache = useQueryClient()
  const { key, version } = decision
  const edits = useEdits(decision, {
    fields: ['title', 'context', 'rationale', 'alternatives', 'tags'],
    save: async (set) => {
      await write('decisions.update', { decision: key, ...set }, { ifMatch: version })
      showToast({ text: texts.editor.saved(key) })
      onClose()
    },
    refresh: () => cache.refetchQueries(documentKinds.decision.get(key)),
  })
  const { title, context, rationale, alternatives } = texts.fields
  return (
    <EditorFrame
      kind="decision"
      title={knowledgeTexts.editorFrame.title(key)}
      action={texts.editor.save}
      edits={edits}
      saved={{
        item: decision,
        fields: { title, context, rationale, alternatives, tags: knowledgeTexts.fields.tags },
      }}
      onClose={onClose}
    >
      <DecisionFields edits={edits} attachTo={decision.key} />
    </EditorFrame>
  )
}
