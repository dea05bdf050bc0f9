import { useEffect, useState } from 'react'

/** An image that was downloaded with the session, because its URL is not public. */
export interface ImageFile {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Returns a URL of the first file that it gets. Change the `key` of the component to show another. */
export function useBlobUrl({ type, bytes }: ImageFile): string {
  const [url] = useState(() => URL.createObjectURL(new Blob([bytes], { type })))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return url
}
