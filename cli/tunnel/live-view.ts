import type { Output, TunnelEvent } from './events.ts'
import { type ShownRun, type ViewModel, isWaiting, renderView } from './view-text.ts'

const maxEnded = 10
const escape = '\u001b['
const enter = `${escape}?1049h${escape}?25l`
const leave = `${escape}?25h${escape}?1049l`

/** The owner's keys. */
export interface ViewActions {
  decide(run: string, decision: 'allow' | 'refuse'): void
  cancel(run: string): void
  /** Ctrl+C, which a terminal in raw mode sends as a key. */
  interrupt(): void
  quit(): void
}

/** Shows the activity of a tunnel in the terminal, and reads the owner's decisions. */
export class LiveView implements Output {
  readonly #actions: ViewActions
  readonly #model: ViewModel
  readonly #hasColor = !process.env.NO_COLOR
  #timer: NodeJS.Timeout | undefined
  #isOpen = false

  constructor(name: string, server: string, actions: ViewActions) {
    this.#actions = actions
    this.#model = {
      name,
      server,
      connectedSince: undefined,
      notice: 'Connecting.',
      active: [],
      ended: [],
      selected: undefined,
      question: '',
    }
  }

  open(): void {
    this.#isOpen = true
    // Also before an exception is printed, so that the shell gets its terminal back.
    process.on('exit', this.#restore)
    process.on('uncaughtExceptionMonitor', this.#restore)
    process.stdout.write(enter)
    process.stdout.on('resize', this.#draw)
    process.stdin.setRawMode(true)
    process.stdin.setEncoding('utf8').on('data', this.#readKeys).resume()
    this.#timer = setInterval(this.#draw, 1000)
    this.#draw()
  }

  close(): void {
    this.#restore()
    process.off('exit', this.#restore)
    process.off('uncaughtExceptionMonitor', this.#restore)
  }

  show(event: TunnelEvent): void {
    const model = this.#model
    const at = Date.parse(event.at)
    if (event.type === 'connected') {
      model.connectedSince ??= at
      model.name = event.name
      model.notice = ''
    } else if (event.type === 'disconnected') {
      model.connectedSince = undefined
      model.notice = event.reason || 'The connection was lost. Reconnecting.'
    } else if (event.type === 'permissions')
      model.notice = `The permission file allows ${event.actions} actions now.`
    else if (event.type === 'run') this.#showRun({ ...event, since: at })
    else model.notice = event.message
    this.#draw()
  }

  #showRun(run: ShownRun): void {
    const { active, ended } = this.#model
    const index = active.findIndex((each) => each.run === run.run)
    const isActive = ['queued', 'asked', 'running'].includes(run.state)
    if (isActive && index === -1) active.push(run)
    else if (isActive) active[index] = run
    else {
      if (index !== -1) active.splice(index, 1)
      this.#model.ended = [run, ...ended.filter((each) => each.run !== run.run)].slice(0, maxEnded)
    }
    // The selection never moves by itself onto another run, which a key could hit by accident.
    if (!active.some((each) => each.run === this.#model.selected)) this.#model.selected = undefined
  }

  readonly #readKeys = (text: string): void => {
    const pressed = keysIn(text)
    // Several letters in one chunk are a paste, which is no decision.
    const isPaste = pressed.filter((key) => key.length === 1).length > 1
    for (const key of isPaste ? [] : pressed) this.#press(key)
    this.#draw()
  }

  #press(key: string): void {
    if (key === '\u0003') this.#actions.interrupt()
    else if (this.#model.question !== '') this.#answer(key)
    else if (key === 'up' || key === 'k') this.#move(-1)
    else if (key === 'down' || key === 'j') this.#move(1)
    else if (key === 'q') this.#quit()
    else if (['a', 'r', 'c'].includes(key)) this.#decide(key)
  }

  #decide(key: string): void {
    const { active, selected } = this.#model
    const run = active.find((each) => each.run === selected)
    if (!run) {
      if (active.length > 0) this.#model.notice = 'Select a run with the arrow keys first.'
      return
    }
    if (key === 'c') return this.#actions.cancel(run.run)
    if (!isWaiting(run)) {
      this.#model.notice = 'This run does not wait for consent. Press c to cancel it.'
      return
    }
    this.#actions.decide(run.run, key === 'a' ? 'allow' : 'refuse')
  }

  #quit(): void {
    const { length } = this.#model.active.filter((run) => !isWaiting(run))
    if (length === 0) return this.#actions.quit()
    this.#model.question = `${length === 1 ? '1 run is' : `${length} runs are`} active. Cancel and quit? y/n`
  }

  #answer(key: string): void {
    this.#model.question = ''
    if (key === 'y') this.#actions.quit()
  }

  /** The arrows follow the order on the screen: waiting runs first. */
  #move(step: number): void {
    const { active } = this.#model
    const shown = [...active.filter(isWaiting), ...active.filter((run) => !isWaiting(run))]
    if (shown.length === 0) return
    const index = shown.findIndex(({ run }) => run === this.#model.selected)
    const next = index === -1 ? (step > 0 ? 0 : shown.length - 1) : index + step
    this.#model.selected = shown[Math.min(shown.length - 1, Math.max(0, next))]?.run
    this.#model.notice = ''
  }

  readonly #draw = (): void => {
    if (!this.#isOpen) return
    const { columns, rows } = process.stdout
    const lines = renderView(this.#model, { columns, rows, hasColor: this.#hasColor, now: Date.now() })
    // Each line is cleared behind its text instead of before it, so that nothing flickers.
    const text = lines.map((line) => `${line}${escape}K`).join('\r\n')
    process.stdout.write(`${escape}H${text}${escape}J`)
  }

  readonly #restore = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    clearInterval(this.#timer)
    process.stdout.off('resize', this.#draw)
    process.stdin.off('data', this.#readKeys)
    process.stdin.setRawMode(false)
    process.stdin.pause()
    process.stdout.write(leave)
  }
}

/** Splits the input into keys. Terminals send an arrow as an escape sequence, in one of two modes. */
function keysIn(text: string): string[] {
  const named = text.replaceAll(/\p{Cc}[[O]([AB])/gu, (_sequence, letter) => (letter === 'A' ? '↑' : '↓'))
  return Array.from(named).map((key) => (key === '↑' ? 'up' : key === '↓' ? 'down' : key))
}
