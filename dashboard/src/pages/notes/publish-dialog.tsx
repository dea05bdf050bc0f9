import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem, call } from '../../client.ts'
import { noteKeys } from '../../live/refresh-changed.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Note } from './queries.ts'

export function PublishDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const cache = useQueryClient()
  const [slug, setSlug] = useState(note.publicSlug ?? '')
  const form = useSubmit(['slug'], async () => {
    try {
      await call('notes.publish', { note: note.id, ...(slug.trim() && { slug: slug.trim() }) })
    } catch (error) {
      // What is free instead can be taken with one press more.
      if (error instanceof Problem && typeof error.body.suggestion === 'string')
        setSlug(error.body.suggestion)
      throw error
    }
    await Promise.all(noteKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
    showToast({ text: `Everybody can read “${note.title}” now.` })
    onClose()
  })
  return (
    <Dialog title={note.publicSlug ? 'Public address' : 'Publish the note'} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <p>
          Everybody who knows the address can read it without an account, as it is and as it will be changed.
          What it links to inside of Baton stays closed to them.
        </p>
        <Field
          label="Its name in the address"
          hint={`${location.origin}/public/notes/${slug || '…'}. If left empty, it is made from the title.`}
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {note.publicSlug ? 'Change it' : 'Publish'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
