import { useInfiniteQuery } from '@tanstack/react-query'
import { FileIcon, ImageIcon, XIcon } from 'lucide-react'
import type { OutputOf } from '../../client.ts'
import { readPages } from '../../read.ts'
import { IconButton } from '../../ui/button.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { AttachedFile } from '../../ui/markdown-attachment.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { write } from '../../write.ts'
import { texts } from './texts.ts'

type Attachment = OutputOf<'attachments.list'>['items'][number]

/** The files of an item. Shows nothing if it has none. */
export function AttachmentList({ item }: { item: string }) {
  const list = useInfiniteQuery(readPages('attachments.list', { item, limit: 100 }))
  const attachments = list.data?.pages.flatMap(({ items }) => items) ?? []
  const [askToDelete, dialog] = useConfirm<Attachment>(
    ({ name }) => texts.confirm(name),
    ({ id, name }) =>
      void write('attachments.delete', { attachment: id }).then(
        () => showToast({ text: texts.deleted(name) }),
        showProblem,
      ),
  )
  if (attachments.length === 0) return null
  return (
    <>
      <ul aria-label={texts.title} className="mt-2 flex flex-wrap gap-2 text-[13px]">
        {attachments.map((attachment) => (
          <li
            key={attachment.id}
            className="flex max-w-full items-center gap-1.5 rounded-md border py-0.5 pr-0.5 pl-2"
          >
            {attachment.isImage ? <ImageIcon /> : <FileIcon />}
            <span className="truncate underline-offset-2 hover:underline">
              <AttachedFile id={attachment.id}>{attachment.name}</AttachedFile>
            </span>
            <span className="shrink-0 text-muted">{formatSize(attachment.size)}</span>
            {attachment.may.delete && (
              <IconButton label={texts.delete(attachment.name)} onClick={() => askToDelete(attachment)}>
                <XIcon />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}
