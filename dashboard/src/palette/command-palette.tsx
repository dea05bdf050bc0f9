import { type KeyboardEvent, useEffect, useState } from 'react'
import { ModalFrame } from '../ui/dialog.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { type Command, useCommands } from './commands.tsx'

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const commands = useCommands(typed.trim())
  const active = commands[Math.min(chosen, commands.length - 1)]

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
      setChosen(
        (Math.min(chosen, commands.length - 1) + step + commands.length) % Math.max(1, commands.length),
      )
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
          placeholder="Go to a project or task, or type what to create"
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
          className="h-12 grow bg-transparent text-[15px] text-ink outline-none placeholder:text-muted"
        />
      </div>
      <ul id="commands" role="listbox" aria-label="Commands" className="max-h-[50vh] overflow-y-auto p-1.5">
        {commands.length === 0 && <li className="px-2.5 py-2 text-muted">Nothing is called that.</li>}
        {commands.map((command, index) => (
          <li
            key={command.id}
            id={optionId(command)}
            role="option"
            aria-selected={command === active}
            onMouseMove={() => setChosen(index)}
            onClick={() => run(command)}
            className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 text-muted aria-selected:bg-hover"
          >
            {command.icon}
            <span className="max-w-[75%] shrink-0 truncate text-ink">{command.label}</span>
            {command.detail && <span className="ml-auto truncate text-[13px]">{command.detail}</span>}
          </li>
        ))}
      </ul>
    </ModalFrame>
  )
}

function optionId({ id }: Command): string {
  return `command-${id}`
}
