import { useSearch } from '@tanstack/react-router'
import { write } from '../../write.ts'
import { ContentField, TitleAndProject } from '../knowledge/document-fields.tsx'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { useNewDocument } from '../knowledge/use-new-document.ts'
import { maxSpecLength } from './spec-editor.tsx'
import { texts } from './texts.ts'

const { newSpec } = texts

export function NewSpecPage() {
  const { of = '' } = useSearch({ from: '/shell/specs/new' })
  const edits = useNewDocument(
    'spec',
    { project: of, title: '', content: newSpec.outline },
    async (spec) => (await write('specs.create', spec)).key,
  )
  return (
    <EditorFrame kind="spec" title={newSpec.title} action={newSpec.create} edits={edits}>
      <TitleAndProject edits={edits} titlePlaceholder={newSpec.titlePlaceholder} />
      <ContentField edits={edits} maxLength={maxSpecLength} />
    </EditorFrame>
  )
}
