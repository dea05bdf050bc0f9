import { PlusIcon, XIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import type { SkillFile } from './queries.ts'
import { texts } from './texts.ts'

interface FilesFieldProps {
  files: readonly SkillFile[]
  errorOf: (field: string) => string | undefined
  onChange: (files: SkillFile[]) => void
}

const maxFiles = 50
const maxBytes = 512 * 1024

/** Edits the text files of a skill, each with its path in the folder. */
export function FilesField({ files, errorOf, onChange }: FilesFieldProps) {
  const { filesField } = texts
  const chooser = useRef<HTMLInputElement>(null)
  const [sizeError, setSizeError] = useState<string>()
  const change = (index: number, set: Partial<SkillFile>) =>
    onChange(files.map((file, at) => (at === index ? { ...file, ...set } : file)))

  async function add(chosen: File[]): Promise<void> {
    const tooLarge = chosen.find(({ size }) => size > maxBytes)
    setSizeError(tooLarge && filesField.tooLarge(tooLarge.name))
    if (tooLarge) return
    const read = await Promise.all(
      chosen.map(async (file) => ({ path: file.name, content: await file.text() })),
    )
    const names = new Set(read.map(({ path }) => path))
    onChange([...files.filter(({ path }) => !names.has(path)), ...read])
  }

  return (
    <fieldset>
      <legend className="mb-1 font-medium">{texts.fields.files}</legend>
      <p className="mb-2 text-[13px] text-muted">{filesField.hint}</p>
      <div className="flex flex-col gap-3">
        {files.map((file, index) => (
          <FileField
            key={index}
            {...{ file, index }}
            error={errorOf(`files.${index}.path`) ?? errorOf(`files.${index}.content`)}
            onChange={(set) => change(index, set)}
            onRemove={() => onChange(files.filter((_, at) => at !== index))}
          />
        ))}
        {(sizeError ?? errorOf('files')) && (
          <p role="alert" className="text-[13px] text-danger">
            {sizeError ?? errorOf('files')}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={files.length >= maxFiles}
            onClick={() => onChange([...files, { path: '', content: '' }])}
          >
            <PlusIcon /> {filesField.add}
          </Button>
          <Button disabled={files.length >= maxFiles} onClick={() => chooser.current?.click()}>
            {filesField.choose}
          </Button>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label={filesField.chooser}
            onChange={({ target }) => {
              void add([...(target.files ?? [])])
              target.value = ''
            }}
          />
        </div>
      </div>
    </fieldset>
  )
}

interface FileFieldProps {
  file: SkillFile
  index: number
  error: string | undefined
  onChange: (set: Partial<SkillFile>) => void
  onRemove: () => void
}

function FileField({ file, index, error, onChange, onRemove }: FileFieldProps) {
  const { filesField } = texts
  const id = useId()
  const name = file.path || filesField.file(index + 1)
  return (
    <div className="rounded-lg border bg-surface p-3">
      <div className="mb-2 flex items-center gap-2">
        <input
          aria-label={filesField.path(index + 1)}
          aria-invalid={error !== undefined}
          aria-describedby={error && id}
          placeholder="scripts/check.sh"
          value={file.path}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => onChange({ path: target.value })}
          className="control font-mono text-[13px]"
        />
        <IconButton label={filesField.remove(name)} onClick={onRemove}>
          <XIcon />
        </IconButton>
      </div>
      {error && (
        <p id={id} className="mb-2 text-[13px] text-danger">
          {error}
        </p>
      )}
      <textarea
        aria-label={filesField.content(name)}
        rows={4}
        spellCheck={false}
        value={file.content}
        onChange={({ target }) => onChange({ content: target.value })}
        className="control field-sizing-content max-h-96 min-h-24 resize-none font-mono text-[12.5px]"
      />
    </div>
  )
}
