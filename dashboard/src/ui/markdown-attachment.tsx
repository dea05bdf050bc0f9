import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../client.ts'
import { read } from '../read.ts'
import { type ImageFile, useBlobUrl } from './blob-url.ts'
import { download } from './download.ts'
import { showProblem } from './toasts.ts'

const path = /^\/api\/attachments\/([0-9a-f-]{36})$/

/** Returns the id of the attachment that a link in a text leads to. */
export function attachmentIn(url: string | undefined): string | undefined {
  return url && path.exec(url)?.[1]
}

/** An attached image. Downloaded with the session, because its URL is not public. */
export function AttachedImage({ id, alt }: { id: string; alt: string }) {
  const { data, isError } = useQuery({ ...read('attachments.get', { attachment: id }), staleTime: Infinity })
  if (isError) return <AttachedFile id={id}>{alt}</AttachedFile>
  return data ? <BlobImage key={id} file={data} alt={alt} /> : <span className="text-muted">{alt}</span>
}

function BlobImage({ file, alt }: { file: ImageFile; alt: string }) {
  return <img src={useBlobUrl(file)} alt={alt} />
}

/** A link that saves an attached file. */
export function AttachedFile({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a
      href={`/api/attachments/${id}`}
      onClick={(event) => {
        event.preventDefault()
        const { textContent } = event.currentTarget
        void saveAttachment(id, textContent || id).catch(showProblem)
      }}
    >
      {children}
    </a>
  )
}

export async function saveAttachment(id: string, name: string): Promise<void> {
  const { bytes, type } = await call('attachments.get', { attachment: id })
  download(name, new Blob([bytes], { type }))
}
