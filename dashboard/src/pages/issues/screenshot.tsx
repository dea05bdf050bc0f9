import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../../read.ts'
import { type ImageFile, useBlobUrl } from '../../ui/blob-url.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { texts } from './texts.ts'

interface ScreenshotProps {
  issue: { id: string; number: number }
  /** The download of the reporter or of the administrators. */
  operation: 'issues.getScreenshot' | 'issues.getAnyScreenshot'
  action?: ReactNode
}

/** The screenshot of an issue. Downloaded with the session, because its URL is not public. */
export function Screenshot({ issue: { id, number }, operation, action }: ScreenshotProps) {
  const { screenshot } = texts
  const query = useQuery(read(operation, { issue: id }))
  return (
    <Section title={screenshot.title} action={action}>
      <Loaded query={query} noun={screenshot.title}>
        {(file) => <BlobImage key={query.dataUpdatedAt} file={file} alt={screenshot.alt(number)} />}
      </Loaded>
    </Section>
  )
}

function BlobImage({ file, alt }: { file: ImageFile; alt: string }) {
  const url = useBlobUrl(file)
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={alt} className="max-h-96 max-w-full rounded-md border" />
    </a>
  )
}
