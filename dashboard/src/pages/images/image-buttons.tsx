import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import type { useImage } from './use-image.ts'
import { type ImageTexts, texts as common } from './texts.ts'

interface ImageButtonsProps {
  texts: ImageTexts
  url: string | null
  image: ReturnType<typeof useImage>
}

export function ImageButtons({ texts, url, image }: ImageButtonsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [removing, setRemoving] = useState(false)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    image.send(target.files?.[0])
    // Without this, choosing the same file again after a rejection wouldn't fire an event.
    target.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={texts.file}
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <Button busy={image.progress !== undefined} onClick={() => input.current?.click()}>
        {url ? texts.change : texts.add}
      </Button>
      {url && image.progress === undefined && (
        <Button kind="quiet" aria-label={texts.remove} onClick={() => setRemoving(true)}>
          {common.removeAction}
        </Button>
      )}
      {removing && (
        <Confirm
          title={texts.removeTitle}
          text={common.removeConsequence}
          action={common.removeAction}
          onClose={() => setRemoving(false)}
          onConfirm={() => {
            setRemoving(false)
            image.remove()
          }}
        />
      )}
    </>
  )
}
