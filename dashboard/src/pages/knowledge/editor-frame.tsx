import { useNavigate } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import type { SaveButtonsProps } from '../../ui/edits.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Conflict } from '../../ui/markdown-conflict.tsx'
import { headingClass, pageInset } from '../../ui/page.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { type DocumentKind, documentKinds } from './document-kinds.ts'
import { texts } from './texts.ts'

interface EditorFrameProps<Item> {
  ref?: RefObject<HTMLFormElement | null>
  kind: DocumentKind
  title: string
  action: string
  /** The result of `useEdits`. */
  edits: SaveButtonsProps['edits'] & { shown: Item; message: string | undefined }
  /** The saved document, and the names of the fields that are compared when both it and the edits have changed. */
  saved?: { item: Item; fields: Partial<Record<keyof Item, string>> }
  /** Shown below the heading, such as links. */
  header?: ReactNode
  /** Default: opens the list. */
  onClose?: () => void
  children: ReactNode
}

/** A full-page editor. Warns before unsaved changes are lost and before another user's changes are overwritten. */
export function EditorFrame<Item>(props: EditorFrameProps<Item>) {
  const { ref, kind, title, action, edits, saved, header, children } = props
  const navigate = useNavigate()
  const close = props.onClose ?? (() => void navigate({ to: documentKinds[kind].list }))
  return (
    <form
      ref={ref}
      onSubmit={edits.form.submit}
      noValidate
      aria-label={title}
      className={`flex max-w-6xl flex-col gap-4 ${pageInset}`}
    >
      <title>{`${title} · Baton`}</title>
      <UnsavedGuard changed={edits.changed && !edits.form.busy} />
      <h1 className={headingClass}>{title}</h1>
      {header}
      <FormMessage>{edits.message}</FormMessage>
      {edits.hasConflict && saved && (
        <Conflict
          subject={texts.kinds[kind].subject}
          fields={(Object.keys(saved.fields) as (keyof Item)[]).map((field) => ({
            name: saved.fields[field]!,
            theirs: toText(saved.item[field]),
            mine: toText(edits.shown[field]),
          }))}
          onAcceptTheirs={edits.discard}
          onKeepMine={edits.keep}
        />
      )}
      {children}
      {/* Sticky, so that the buttons stay visible below a long text. */}
      <div className="sticky bottom-0 -mx-1 flex flex-wrap gap-2 border-t bg-canvas px-1 py-3">
        <Button
          type="submit"
          kind="primary"
          busy={edits.form.busy}
          disabled={!edits.changed || edits.hasConflict}
        >
          {action}
        </Button>
        <Button onClick={close}>{edits.changed ? texts.editorFrame.discard : texts.editorFrame.close}</Button>
      </div>
    </form>
  )
}

/** Formats the value of a field: a text, tags, or a list of objects such as files. */
function toText(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  return value.every((each) => typeof each === 'string')
    ? value.join(', ')
    : value.map((each: object) => Object.values(each).join('\n\n')).join('\n\n')
}
