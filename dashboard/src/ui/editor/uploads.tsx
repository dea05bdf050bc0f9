import { type RefObject, useRef, useState } from 'react'
import { refreshKinds } from '../../write.ts'
import { showError } from '../toasts.ts'
import type { Editor } from './create-editor.ts'
import { texts } from './texts.ts'
import { upload } from '../../upload.ts'

interface Upload {
  id: number
  name: string
  /** The uploaded part, from 0 to 1. */
  part: number
}

let lastId = 0

/** Uploads files to an item and inserts their Markdown at the caret. Without an item, a field accepts no files. */
export function useUploads(editor: RefObject<Editor | null>, item: string | undefined) {
  const picker = useRef<HTMLInputElement>(null)
  const [running, setRunning] = useState<Upload[]>([])

  async function send(file: File, to: string): Promise<void> {
    const id = ++lastId
    const mark = editor.current?.markCaret()
    setRunning((uploads) => [...uploads, { id, name: file.name, part: 0 }])
    try {
      const attachment = await upload('attachments.create', { item: to, file }, (part) =>
        setRunning((uploads) => uploads.map((each) => (each.id === id ? { ...each, part } : each))),
      )
      if (mark) editor.current?.insertAt(mark, markdownOf(attachment))
      void refreshKinds('attachment')
    } catch (error) {
      showError(error as Error, texts.upload.failed(file.name))
    } finally {
      if (mark) editor.current?.forget(mark)
      setRunning((uploads) => uploads.filter((each) => each.id !== id))
    }
  }

  const add =
    item === undefined ? undefined : (files: File[]) => files.forEach((file) => void send(file, item))
  return {
    add,
    openPicker: add && (() => picker.current?.click()),
    isRunning: running.length > 0,
    /** The file picker and the progress of the uploads. */
    parts: add && (
      <>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={texts.upload.files}
          onChange={({ target }) => {
            add([...(target.files ?? [])])
            // The same file can be selected again.
            target.value = ''
          }}
        />
        <ul aria-live="polite" className="text-[13px] text-muted">
          {running.map(({ id, name, part }) => (
            <li key={id}>{texts.upload.progress(name, Math.round(part * 100))}</li>
          ))}
        </ul>
      </>
    ),
  }
}

/** Shows an image in the text, and links any other file. */
function markdownOf({ name, url, isImage }: { name: string; url: string; isImage: boolean }): string {
  const label = name.replace(/[[\]\\`*_<>!]/g, '\\$&')
  return `${isImage ? '!' : ''}[${label}](${url})\n`
}
