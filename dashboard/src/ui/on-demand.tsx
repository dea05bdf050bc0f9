import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A library that is loaded after the page, because a page can show its buttons without it. */
export interface Library<Module> {
  /** The loaded module. Throws before `load` has resolved. */
  get(): Module
  isLoaded(): boolean
  load(): Promise<unknown>
}

export function onDemand<Module>(importModule: () => Promise<Module>): Library<Module> {
  let loading: Promise<unknown> | undefined
  let loaded: Module | undefined
  return {
    get() {
      if (!loaded) throw new Error('The library is not loaded.')
      return loaded
    },
    isLoaded: () => loaded !== undefined,
    load() {
      loading ??= importModule().then(
        (module) => (loaded = module),
        (error: unknown) => {
          // The next use tries again, for example when the network is back.
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

/**
 * Loads a library with the page, and returns it once it is there. Tries again when it `isWanted`. Unlike a component from
 * `lazy`, its components then appear at once, so that no typed key is lost: React shows a suspended part after a delay.
 */
export function useLibrary<Module>(library: Library<Module>, isWanted: boolean): Module | undefined {
  const [isLoaded, setIsLoaded] = useState(library.isLoaded)
  useEffect(() => {
    if (library.isLoaded() && !isWanted) return
    void library.load().then(
      () => setIsLoaded(true),
      () => {},
    )
  }, [library, isWanted])
  return isLoaded ? library.get() : undefined
}

interface OnDemandProps<Module> {
  library: Library<Module>
  label?: string
  button: ReactNode
  buttonClassName: string
  popup: 'menu' | 'dialog'
  children: (module: Module) => ReactNode
}

/**
 * The button of a panel. The component that opens the panel replaces it on first use. Its library is loaded when the
 * browser is idle, or earlier if the user points at the button.
 */
export function OnDemand<Module>(props: OnDemandProps<NoInfer<Module>> & { library: Library<Module> }) {
  const { library, label, button, buttonClassName, popup, children } = props
  const [isUsed, setIsUsed] = useState(false)
  useEffect(() => whenIdle(() => void library.load().catch(() => {})), [library])
  if (isUsed && library.isLoaded()) return children(library.get())
  const open = () =>
    void library.load().then(
      () => setIsUsed(true),
      () => {},
    )
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-haspopup={popup}
      aria-expanded={false}
      className={buttonClassName}
      onPointerEnter={() => void library.load().catch(() => {})}
      onClick={open}
      onKeyDown={(event) => {
        if (popup !== 'menu' || !['ArrowDown', 'ArrowUp'].includes(event.key)) return
        event.preventDefault()
        open()
      }}
    >
      {button}
    </button>
  )
}

function whenIdle(run: () => void): (() => void) | undefined {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) return void setTimeout(run, 1000)
  const request = requestIdleCallback(run)
  return () => cancelIdleCallback(request)
}

/** The state of a panel that opens as soon as it is there, as if the user had pressed its own button. */
export function useOpenAtOnce() {
  const [open, setOpen] = useState(false)
  const wasOpened = useRef(false)
  useLayoutEffect(() => {
    if (wasOpened.current) return
    wasOpened.current = true
    setOpen(true)
  }, [])
  return [open, setOpen] as const
}
