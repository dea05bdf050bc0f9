import { useId, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import type { SkillFile } from './queries.ts'

interface FilesFieldProps {
  files: readonly SkillFile[]
  errorOf: (field: string) => string | undefined
  onChange: (files: SkillFile[]) => void
}

const most = 50
const mostBytes = 512 * 1024

/** What lies beside the instructions: texts, each with its path in the folder. */
export function FilesField({ files, errorOf, onChange }: FilesFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [trouble, setTrouble] = useState<string>()
  const change = (index: number, set: Partial<SkillFile>) =>
    onChange(files.map((file, at) => (at === index ? { ...file, ...set } : file)))

  async function add(chosen: File[]): Promise<void> {
    const tooLong = chosen.find(({ size }) => size > mostBytes)
    setTrouble(tooLong && `${tooLong.name} is too long: all files have together at most 512 KiB.`)
    if (tooLong) return
    const read = await Promise.all(
      chosen.map(async (file) => ({ path: file.name, content: await file.text() })),
    )
    const names = new Set(read.map(({ path }) => path))
    onChange([...files.filter(({ path }) => !names.has(path)), ...read])
  }

  return (
    <fieldset>
      <legend className="mb-1 font-medium">Files</legend>
      <p className="mb-2 text-[13px] text-muted">
        Scripts, examples and further reading that the instructions point to, by their paths.
      </p>
      <div className="flex flex-col gap-3">
        {files.map((file, index) => (
          <OneFile
            key={index}
            {...{ file, index }}
            error={errorOf(`files.${index}.path`) ?? errorOf(`files.${index}.content`)}
            onChange={(set) => change(index, set)}
            onRemove={() => onChange(files.filter((_, at) => at !== index))}
          />
        ))}
        {(trouble ?? errorOf('files')) && (
          <p role="alert" className="text-[13px] text-danger">
            {trouble ?? errorOf('files')}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={files.length >= most}
            onClick={() => onChange([...files, { path: '', content: '' }])}
          >
            <PlusIcon /> Add a file
          </Button>
          <Button disabled={files.length >= most} onClick={() => chooser.current?.click()}>
            Choose files…
          </Button>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label="Files of the skill"
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

interface OneFileProps {
  file: SkillFile
  index: number
  error: string | undefined
  onChange: (set: Partial<SkillFile>) => void
  onRemove: () => void
}

function OneFile({ file, index, error, onChange, onRemove }: OneFileProps) {
  const id = useId()
  return (
    <div className="rounded-lg border bg-surface p-3">
      <div className="mb-2 flex items-center gap-2">
        <input
          aria-label={`Path of file ${index + 1}`}
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
        <IconButton label={`Take ${file.path || `file ${index + 1}`} away`} onClick={onRemove}>
          <CloseIcon />
        </IconButton>
      </div>
      {error && (
        <p id={id} className="mb-2 text-[13px] text-danger">
          {error}
        </p>
      )}
      <textarea
        aria-label={`Text of ${file.path || `file ${index + 1}`}`}
        rows={4}
        spellCheck={false}
        value={file.content}
        onChange={({ target }) => onChange({ content: target.value })}
        className="control field-sizing-content max-h-96 min-h-24 resize-none font-mono text-[12.5px]"
      />
    </div>
  )
}
