import { SearchIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type TypedKeys, replayKeys } from '../shortcuts/keys-while-loading.ts'
import { ModalFrame } from '../ui/dialog.tsx'
import type { Command, PalettePage } from './command.ts'
import { askCommandIds, useCommands } from './commands.tsx'
import { taskNames, useTaskChoices, useTaskTarget } from './task-commands.tsx'
import { texts } from './texts.ts'

interface CommandPaletteProps {
  keys: TypedKeys
  onClose: () => void
}

/** Searches and runs commands. Some open a page of the palette with further choices. */
export function CommandPalette({ keys, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('')
  /** An id, so that results that arrive later don't move the selection. */
  const [selected, setSelected] = useState<string>()
  const [page, setPage] = useState<PalettePage>()
  const field = useRef<HTMLInputElement>(null)
  const target = useTaskTarget()
  const found = useCommands(typed.trim(), target)
  const choices = useTaskChoices(target, page, typed.trim())
  const groups = page ? choices : found
  const commands = groups.flatMap((group) => group.commands)
  // The commands that ask a question are always there.
  const hasMatches = commands.some(({ id }) => !askCommandIds.includes(id))
  const active = commands.find(({ id }) => id === selected) ?? commands[0]

  useEffect(() => {
    if (active) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function type(text: string): void {
    setTyped(text)
    setSelected(undefined)
  }

  function openPage(next: PalettePage | undefined): void {
    setPage(next)
    type('')
  }

  function run(command: Command | undefined): void {
    if (!command) return
    if (command.opens) return openPage(command.opens)
    onClose()
    command.run()
  }

  /** Returns whether it handles the key. */
  function press(key: string): boolean {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step) {
      const at = active ? commands.indexOf(active) : 0
      setSelected(commands.at((at + step) % Math.max(1, commands.length))?.id)
    } else if (key === 'Enter') run(active)
    else if (key === 'Backspace' && typed === '' && page) openPage(undefined)
    else return false
    return true
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!event.nativeEvent.isComposing && press(event.key)) event.preventDefault()
  }

  useLayoutEffect(() => replayKeys(keys.take(), field.current!), [keys])

  return (
    <ModalFrame
      label={texts.label}
      // Escape leaves a page of the palette before it closes the palette.
      onClose={() => (page ? openPage(undefined) : onClose())}
      className="mx-auto mt-[12vh] mb-auto w-[min(36rem,calc(100vw-1.5rem))] overflow-hidden rounded-xl border bg-raised p-0 text-ink shadow-2xl"
    >
      <div className="flex items-center gap-2.5 border-b px-4 text-muted">
        <SearchIcon />
        <input
          ref={field}
          role="combobox"
          aria-expanded
          aria-controls="commands"
          aria-activedescendant={active && optionId(active)}
          aria-label={texts.label}
          placeholder={page && target ? texts.pages[page](taskNames(target)) : texts.placeholder}
          autoFocus
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-12 grow bg-transparent text-[15px] text-ink outline-none placeholder:text-muted"
        />
      </div>
      <div
        id="commands"
        role="listbox"
        aria-label={texts.commands}
        className="max-h-[min(30rem,60vh)] overflow-y-auto p-1.5"
      >
        {!hasMatches && <p className="px-2.5 py-2 text-muted">{texts.noMatches}</p>}
        {groups.map(({ label, commands: members }) => (
          <div key={label} role="group" aria-label={label} className="not-first:mt-1">
            <p aria-hidden className="px-2.5 pt-1.5 pb-1 text-xs font-semibold text-muted">
              {label}
            </p>
            {members.map((command) => (
              <Option
                key={command.id}
                command={command}
                active={command === active}
                onPoint={() => setSelected(command.id)}
                onRun={() => run(command)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {typed && texts.found(commands.length)}
      </p>
    </ModalFrame>
  )
}

interface OptionProps {
  command: Command
  active: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ command, active, onPoint, onRun }: OptionProps) {
  const { icon, label, display = label, detail, snippet } = command
  return (
    <div
      id={optionId(command)}
      role="option"
      aria-selected={active}
      onMouseMove={onPoint}
      onClick={onRun}
      className="flex cursor-pointer items-start gap-2.5 rounded-md px-2.5 py-1.5 text-muted aria-selected:bg-hover"
    >
      <span className="mt-0.5">{icon}</span>
      <span className="min-w-0 grow">
        <span className="block truncate text-ink">{display}</span>
        {snippet && <span className="block truncate text-[13px]">{snippet}</span>}
      </span>
      {detail && <span className="max-w-[45%] shrink-0 truncate pt-px text-[13px]">{detail}</span>}
    </div>
  )
}

function optionId({ id }: Command): string {
  return `command-${id}`
}
