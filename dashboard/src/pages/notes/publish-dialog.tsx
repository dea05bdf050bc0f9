import { useState } from 'react'
import { Problem } from '../../client.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Note } from './queries.ts'
import { texts } from './texts.ts'

export function PublishDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const dialog = texts.publishDialog
  const [slug, setSlug] = useState(note.publicSlug ?? '')
  async function publish(): Promise<void> {
    try {
      await write('notes.publish', { note: note.id, ...(slug.trim() && { slug: slug.trim() }) })
    } catch (error) {
      // Fills in the suggested free name, so that the user only has to submit again.
      if (error instanceof Problem && typeof error.body.suggestion === 'string')
        setSlug(error.body.suggestion)
      throw error
    }
    showToast({ text: dialog.published(note.title) })
  }
  return (
    <FormDialog
      operation="notes.publish"
      title={note.publicSlug ? dialog.titleIfPublic : dialog.title}
      submitLabel={note.publicSlug ? dialog.save : dialog.publish}
      send={publish}
      onClose={onClose}
    >
      <p>{dialog.text}</p>
      <TextField
        name="slug"
        label={dialog.slug}
        hint={dialog.slugHint(`${location.origin}/public/notes/${slug || '…'}`)}
        isIdentifier
        value={slug}
        onChange={({ target }) => setSlug(target.value)}
      />
    </FormDialog>
  )
}
