import { SearchIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { ModalFrame } from '../ui/dialog.tsx'
import type { Command } from './command.ts'
import { askCommandId, useCommands } from './commands.tsx'
import { texts } from './texts.ts'

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  /** An id, so that results that arrive later don't move the selection. */
  const [selected, setSelected] = useState<string>()
  const groups = useCommands(typed.trim())
  const commands = groups.flatMap((group) => group.commands)
  // The command that asks a question is always there.
  const hasMatches = commands.some(({ id }) => id !== askCommandId)
  const active = commands.find(({ id }) => id === selected) ?? commands[0]

  useEffect(() => {
    if (active) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function run(command: Command | undefined): void {
    if (!command) return
    onClose()
    command.run()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      const at = active ? commands.indexOf(active) : 0
      setSelected(commands.at((at + step) % Math.max(1, commands.length))?.id)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(active)
    }
  }

  return (
    <ModalFrame
      label={texts.label}
      onClose={onClose}
      className="mx-auto mt-[12vh] mb-auto w-[min(36rem,calc(100vw-1.5rem))] overflow-hidden rounded-xl border bg-raised p-0 text-ink shadow-2xl"
    >
      <div className="flex items-center gap-2.5 border-b px-4 text-muted">
        <SearchIcon />
        <input
          role="combobox"
          aria-expanded
          aria-controls="commands"
          aria-activedescendant={active && optionId(active)}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setSelected(undefined)
          }}
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
