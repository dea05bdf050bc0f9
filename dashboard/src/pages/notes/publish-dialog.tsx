import { useState } from 'react'
import { Problem } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Note } from './queries.ts'
import { texts } from './texts.ts'

export function PublishDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const dialog = texts.publishDialog
  const [slug, setSlug] = useState(note.publicSlug ?? '')
  const form = useSubmit(['slug'], async () => {
    try {
      await write('notes.publish', { note: note.id, ...(slug.trim() && { slug: slug.trim() }) })
    } catch (error) {
      // Fills in the suggested free name, so that the user only has to submit again.
      if (error instanceof Problem && typeof error.body.suggestion === 'string')
        setSlug(error.body.suggestion)
      throw error
    }
    showToast({ text: dialog.published(note.title) })
    onClose()
  })
  return (
    <Dialog title={note.publicSlug ? dialog.titleIfPublic : dialog.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <p>{dialog.text}</p>
        <Field
          label={dialog.slug}
          hint={dialog.slugHint(`${location.origin}/public/notes/${slug || '…'}`)}
          error={form.errorOf('slug')}
        >
          {(control) => (
            <input
              {...control}
              name="slug"
              value={slug}
              maxLength={80}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ target }) => setSlug(target.value)}
              className="control"
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{dialog.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {note.publicSlug ? dialog.save : dialog.publish}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
