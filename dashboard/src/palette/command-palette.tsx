import { type KeyboardEvent, useEffect, useState } from 'react'
import { ModalFrame } from '../ui/dialog.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import type { Command } from './command.ts'
import { asking, useCommands } from './commands.tsx'

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  /** By its name: what is found a moment later does not move the choice. */
  const [chosen, setChosen] = useState<string>()
  const groups = useCommands(typed.trim())
  const commands = groups.flatMap((group) => group.commands)
  // A question can always be asked.
  const isFound = commands.some(({ id }) => id !== asking)
  const active = commands.find(({ id }) => id === chosen) ?? commands[0]

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
      setChosen(commands.at((at + step) % Math.max(1, commands.length))?.id)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(active)
    }
  }

  return (
    <ModalFrame
      label="Search or create"
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
          aria-label="Search or create"
          placeholder="Find anything, go anywhere, or type what to create"
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(undefined)
          }}
          onKeyDown={onKeyDown}
          className="h-12 grow bg-transparent text-[15px] text-ink outline-none placeholder:text-muted"
        />
      </div>
      <div
        id="commands"
        role="listbox"
        aria-label="Commands"
        className="max-h-[min(30rem,60vh)] overflow-y-auto p-1.5"
      >
        {!isFound && <p className="px-2.5 py-2 text-muted">Nothing is called that.</p>}
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
                onPoint={() => setChosen(command.id)}
                onRun={() => run(command)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {typed && `${commands.length} found`}
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
  const { icon, label, shown = label, detail, more } = command
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
        <span className="block truncate text-ink">{shown}</span>
        {more && <span className="block truncate text-[13px]">{more}</span>}
      </span>
      {detail && <span className="max-w-[45%] shrink-0 truncate pt-px text-[13px]">{detail}</span>}
    </div>
  )
}

function optionId({ id }: Command): string {
  return `command-${id}`
}
