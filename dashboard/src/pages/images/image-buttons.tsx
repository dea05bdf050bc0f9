import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import type { useImage } from './use-image.ts'

interface PictureButtonsProps {
  /** What it is in a sentence: picture, cover. */
  what: string
  url: string | null
  picture: ReturnType<typeof useImage>
}

export function ImageButtons({ what, url, picture }: PictureButtonsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [removing, setRemoving] = useState(false)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    picture.send(target.files?.[0])
    // The same file can be chosen again after it was refused.
    target.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={`File of the ${what}`}
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <Button busy={picture.part !== undefined} onClick={() => input.current?.click()}>
        {url ? `Change ${what}` : `Add a ${what}`}
      </Button>
      {url && picture.part === undefined && (
        <Button kind="quiet" aria-label={`Remove the ${what}`} onClick={() => setRemoving(true)}>
          Remove
        </Button>
      )}
      {removing && (
        <Confirm
          title={`Remove the ${what}?`}
          text="It is deleted from this server. You can add another one at any time."
          action="Remove"
          onClose={() => setRemoving(false)}
          onConfirm={() => {
            setRemoving(false)
            picture.remove()
          }}
        />
      )}
    </>
  )
}
