import { type DragEvent, type ReactNode, useState } from 'react'

interface ImageDropProps {
  onFile: (file: File | undefined) => void
  className: string
  children: ReactNode
}

/** A drop target for an image file, outlined while a file is dragged over it. */
export function ImageDrop({ onFile, className, children }: ImageDropProps) {
  const [draggedOver, setDraggedOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDraggedOver(true)
  }
  return (
    <div
      onDragEnter={onDragOver}
      onDragOver={onDragOver}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDraggedOver(false)
        onFile(event.dataTransfer.files[0])
      }}
      className={`${className} ${draggedOver ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
    >
      {children}
    </div>
  )
}

/** The upload progress, from 0 to 1. */
export function ImageProgress({ label, progress }: { label: string; progress: number | undefined }) {
  if (progress === undefined) return null
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(progress * 100)}
      className="absolute inset-x-[12%] bottom-[18%] h-1.5 overflow-hidden rounded-full bg-black/50"
    >
      <div
        className="h-full rounded-full bg-white transition-[width]"
        style={{ width: `${progress * 100}%` }}
      />
    </div>
  )
}
