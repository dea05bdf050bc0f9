import { type DragEvent, type ReactNode, useState } from 'react'

interface PictureDropProps {
  onFile: (file: File | undefined) => void
  className: string
  children: ReactNode
}

/** A place where a picture can be dropped; it says so while one is held above it. */
export function ImageDrop({ onFile, className, children }: PictureDropProps) {
  const [above, setAbove] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setAbove(true)
  }
  return (
    <div
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setAbove(false)}
      onDrop={(event) => {
        event.preventDefault()
        setAbove(false)
        onFile(event.dataTransfer.files[0])
      }}
      className={`${className} ${above ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
    >
      {children}
    </div>
  )
}

/** How much has arrived. */
export function ImageProgress({ label, part }: { label: string; part: number | undefined }) {
  if (part === undefined) return null
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(part * 100)}
      className="absolute inset-x-[12%] bottom-[18%] h-1.5 overflow-hidden rounded-full bg-black/50"
    >
      <div className="h-full rounded-full bg-white transition-[width]" style={{ width: `${part * 100}%` }} />
    </div>
  )
}
